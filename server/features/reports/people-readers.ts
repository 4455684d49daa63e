// §2 /reporting/people: reader of the staff's hours, and what the forecast takes from it.
import type { peopleReports } from "#domain/reports/people-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

export const peopleReaders = { "staff-hours": readStaffHours };

interface StaffRow {
  group: string;
  minutes: number;
  entries: number;
  cash: number;
  differences: number;
}

/** `duty (branch, name, person, day, minutes)`: time on duty, cut at midnight and now, of who is on duty at the branch. */
function selectDuty(query: ReportQuery): Fragment {
  const { sql, now } = query;
  const time = sql`${now.toISOString()}::timestamptz`;
  return sql`
    changes as (
      select day.*, c.user as person, c.date_created as came, c.is_present,
        lag(c.is_present) over w as was_present, lead(c.date_created) over w as next_at
      from ${selectBranchPeriods(query)} join attendance c on c.branch = day.branch
        and c.date_created < day.stop and c.date_created >= coalesce((select max(l.date_created) from attendance l
          where l.branch = day.branch and l.user = c.user and l.date_created < day.start), day.start)
      window w as (partition by day.branch, c.user order by c.date_created, c.id)),
    duty as (
      select c.branch, c.name, c.person, d.at::date::text as day,
        extract(epoch from least(coalesce(next_at, stop), stop, ${time}, (d.at + interval '1 day') at time zone zone)
          - greatest(came, start, d.at at time zone zone)) / 60 as minutes
      from changes c cross join lateral generate_series(date_trunc('day', greatest(came, start) at time zone zone),
        (least(coalesce(next_at, stop), stop, ${time}) at time zone zone) - interval '1 microsecond', interval '1 day') as d (at)
      where is_present)`;
}

/** Entries and tickets by who created them; one that was voided was handled, too, but test entries do not count. */
function selectHandled({ sql }: ReportQuery): Fragment {
  return sql`
    select e.user_created as person, e.in_time as at from "Parking_Information" e
      where e.branch = day.branch and e.in_time >= day.start and e.in_time < day.stop and not e.is_test and e.voided_at is null and e.parking_status_id in (1, 2)
    union all
    select e.user_created, e.in_time from "Valet_and_Parking_Information" e
      where e.branch = day.branch and e.in_time >= day.start and e.in_time < day.stop and not e.is_test and e.voided_at is null`;
}

async function readStaffHours(
  query: ReportQuery,
): Promise<ReportData<ColumnsOf<(typeof peopleReports)["staff-hours"]>>> {
  const { sql, group } = query;
  const key = {
    person: sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Nobody')`,
    day: sql`w.day`,
    branch: sql`w.name`,
  }[group]!;
  const toDay = (time: Fragment): Fragment => sql`(${time} at time zone day.zone)::date::text`;
  const rows = await sql<StaffRow[]>`
    with ${selectDuty(query)},
    work as (
      select name, person, day, minutes, 0 as entries, 0::numeric as cash, 0::numeric as differences from duty
      union all
      select day.name, h.person, ${toDay(sql`h.at`)}, 0, 1, 0, 0 from ${selectBranchPeriods(query)} cross join lateral (${selectHandled(query)}) h
      union all
      select day.name, p.collected_by, ${toDay(sql`p.received_at`)}, 0, 0, p.amount, 0 from ${selectBranchPeriods(query)}
        join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop where p.mode = 'cash'
      union all
      select day.name, s.collector, ${toDay(sql`s.closed_at`)}, 0, 0, 0, coalesce(s.difference, 0) from ${selectBranchPeriods(query)}
        join cash_shifts s on s.branch = day.branch and s.closed_at >= day.start and s.closed_at < day.stop)
    select ${key} as "group", round(sum(minutes))::int as minutes, sum(entries)::int as entries, (sum(cash) * 100)::int8 as cash, (sum(differences) * 100)::int8 as differences
    from work w left join users u on u.id = w.person group by 1, ${group === "person" ? sql`u.id` : sql`1`} order by 1`;
  const sum = (column: Exclude<keyof StaffRow, "group">): number => rows.reduce((total, row) => total + row[column], 0);
  const toValues = ({ minutes, entries, cash, differences }: Omit<StaffRow, "group">) => ({
    duty: minutes,
    entries,
    hourly_entries: minutes === 0 ? null : Math.round((entries * 600) / minutes) / 10,
    cash,
    differences,
  });
  return {
    rows: rows.map((row) => ({ values: { group: row.group, ...toValues(row) } })),
    totals: toValues({
      minutes: sum("minutes"),
      entries: sum("entries"),
      cash: sum("cash"),
      differences: sum("differences"),
    }),
  };
}

/** By branch, minutes on duty of those who created entries, and these entries. */
export async function readHandledEntries(
  query: ReportQuery,
): Promise<Map<number, { entries: number; dutyMinutes: number }>> {
  const { sql } = query;
  const rows = await sql<{ branch: number; entries: number; dutyMinutes: number }[]>`
    with ${selectDuty(query)},
    handled as (select day.branch, h.person, count(*) as entries from ${selectBranchPeriods(query)} cross join lateral (${selectHandled(query)}) h
      where h.person is not null group by 1, 2),
    hours as (select branch, person, sum(minutes) as minutes from duty group by 1, 2)
    select h.branch, sum(h.entries)::int as entries, round(sum(d.minutes))::int as "dutyMinutes"
    from handled h join hours d on d.branch = h.branch and d.person = h.person group by 1`;
  return new Map(rows.map(({ branch, ...handled }) => [branch, handled]));
}
