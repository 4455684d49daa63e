// §2 /reporting/people: reader of the staff's hours, and what the forecast takes from it.
import type { peopleReports } from "#domain/reports/people-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { linkFigures, toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";
import { toPeopleEntries } from "#server/features/reports/visitors-readers.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

export const peopleReaders = { "staff-hours": readStaffHours };

type StaffFigure = "minutes" | "entries" | "cash" | "differences";

interface StaffRow {
  group: string;
  person: string | null;
  branch: number | null;
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

/**
 * Days of persons with the figures of a topic, `(branch, name, person, day, figure)`: entries and tickets that the person created
 * ('handled'), or what was taken in cash. One that was voided or a test entry does not count.
 */
function selectFigures(query: ReportQuery, topic: "handled" | "cash"): Fragment {
  const { sql, branches, range } = query;
  return sql`
    select f.branch, b.name, nullif(f.keys[1], '')::uuid as person, f.day::text as day, f.figures[1] as figure
    from report_figures f join unnest(${branches.map(({ id }) => id)}::bigint[], ${branches.map(({ name }) => name)}::text[]) b (id, name) on b.id = f.branch
    where f.topic = ${topic} and f.day between ${range.from}::text::date and ${range.to}::text::date`;
}

async function readStaffHours(
  query: ReportQuery,
): Promise<ReportData<ColumnsOf<(typeof peopleReports)["staff-hours"]>>> {
  const { sql, group } = query;
  const key = {
    person: sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Nobody'), u.id::text, null::int`,
    day: sql`w.day, null::text, null::int`,
    branch: sql`w.name, null::text, w.branch`,
  }[group]!;
  const toDay = (time: Fragment): Fragment => sql`(${time} at time zone day.zone)::date::text`;
  await settleDays(query);
  const rows = await sql<StaffRow[]>`
    with ${selectDuty(query)},
    work as (
      select branch, name, person, day, minutes, 0 as entries, 0::numeric as cash, 0::numeric as differences from duty
      union all
      select branch, name, person, day, 0, figure, 0, 0 from (${selectFigures(query, "handled")}) h
      union all
      select branch, name, person, day, 0, 0, figure, 0 from (${selectFigures(query, "cash")}) c
      union all
      select day.branch, day.name, s.collector, ${toDay(sql`s.closed_at`)}, 0, 0, 0, coalesce(s.difference, 0) from ${selectBranchPeriods(query)}
        join cash_shifts s on s.branch = day.branch and s.closed_at >= day.start and s.closed_at < day.stop)
    select k.*, round(sum(minutes))::int as minutes, sum(entries)::int as entries, sum(cash)::int8 as cash, (sum(differences) * 100)::int8 as differences
    from work w left join users u on u.id = w.person cross join lateral (select ${key}) as k ("group", person, branch) group by 1, 2, 3 order by 1`;
  const sum = (column: StaffFigure): number => rows.reduce((total, row) => total + row[column], 0);
  const toValues = ({ minutes, entries, cash, differences }: Pick<StaffRow, StaffFigure>) => ({
    duty: minutes,
    entries,
    hourly_entries: minutes === 0 ? null : Math.round((entries * 600) / minutes) / 10,
    cash,
    differences,
  });
  return {
    rows: rows.map(({ person, branch, ...row }) => {
      const values = { group: row.group, ...toValues(row) };
      const place = toGroupDetail({ group, day: row.group, branch });
      const filters = group === "person" ? { person: person ?? "-" } : {};
      const cash = {
        report: "payments",
        ...place,
        filters: { ...filters, ...place.filters, channel: "cash" },
      } as const;
      const links = { entries: toDetail(toPeopleEntries({ kind: "created", filters, place })), cash: toDetail(cash) };
      return { values, ...linkFigures(values, links) };
    }),
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
  await settleDays(query);
  const rows = await sql<{ branch: number; entries: number; dutyMinutes: number }[]>`
    with ${selectDuty(query)},
    handled as (select branch, person, sum(figure) as entries from (${selectFigures(query, "handled")}) h where person is not null group by 1, 2),
    hours as (select branch, person, sum(minutes) as minutes from duty group by 1, 2)
    select h.branch, sum(h.entries)::int as entries, round(sum(d.minutes))::int as "dutyMinutes"
    from handled h join hours d on d.branch = h.branch and d.person = h.person group by 1`;
  return new Map(rows.map(({ branch, ...handled }) => [branch, handled]));
}
