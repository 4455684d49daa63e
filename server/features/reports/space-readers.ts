// §2 /reporting/parking: readers of occupancy, full times and turnover.
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import { countDays } from "#domain/reports/report-period.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { selectLevels, selectVisits } from "#server/features/reports/visits.ts";

type DataOf<N extends keyof typeof parkingReports> = ReportData<ColumnsOf<(typeof parkingReports)[N]>>;

export const spaceReaders = { occupancy: readOccupancy, full: readFull, turnover: readTurnover };

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const toHourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

interface OccupancyRow {
  group: string | null;
  weekday: number | null;
  hour: number | null;
  inside: number;
  highest: number;
}

/** The average over branches is their sum: each row is divided by the time of one branch. */
async function readOccupancy(query: ReportQuery): Promise<DataOf<"occupancy">> {
  const { sql, group } = query;
  const weekday = sql`extract(isodow from at)::int`;
  const hour = sql`extract(hour from at)::int`;
  const key = {
    hour_of_week: sql`null::text, ${weekday}, ${hour}`,
    hour: sql`null::text, null::int, ${hour}`,
    day: sql`at::date::text, ${weekday}, null::int`,
    branch: sql`name, null::int, null::int`,
  }[group]!;
  const rows = await sql<OccupancyRow[]>`
    with ${selectLevels(query)},
    timed as (select l.*, extract(epoch from length) as seconds from level l),
    grouped as (select k.*, branch, sum(inside * seconds) as car_seconds, sum(seconds) as seconds, max(inside) as highest
      from timed cross join lateral (select ${key}) as k ("group", weekday, hour) group by 1, 2, 3, branch)
    select "group", weekday, hour, coalesce(round(sum(car_seconds / nullif(seconds, 0)), 1), 0)::float8 as inside, max(highest) as highest
    from grouped group by 1, 2, 3 order by 2 nulls first, 3 nulls first, 1`;
  return {
    rows: rows
      .map((values) => ({ values: { ...values, group: values.group ?? toGroupText(values) } }))
      .toSorted((first, second) => (group === "day" ? first.values.group.localeCompare(second.values.group) : 0)),
    totals: { highest: Math.max(0, ...rows.map(({ highest }) => highest)) },
  };
}

function toGroupText({ weekday, hour }: Pick<OccupancyRow, "weekday" | "hour">): string {
  const day = weekday === null ? "" : `${weekdays[weekday - 1]} `;
  return `${day}${toHourText(hour ?? 0)}`;
}

/** A branch without slots is never full. */
async function readFull(query: ReportQuery): Promise<DataOf<"full">> {
  const {
    sql,
    group,
    filters: { service = null },
  } = query;
  const rows = await sql<{ group: string; slots: number; highest: number; full: number; refused: number }[]>`
    with ${selectLevels(query, { isInSlot: true })},
    capacity as (select branch, sum(total_slots)::int as slots from "Slot_Blocks"
      where branch = any(${query.branches.map(({ id }) => id)}::int[]) and (${service}::text is null or service = ${service}) group by 1),
    daily as (select l.branch, l.name, l.at::date as day, coalesce(c.slots, 0) as slots, max(inside) as highest,
        coalesce(sum(extract(epoch from length)) filter (where inside >= c.slots and c.slots > 0), 0) / 60 as full_minutes
      from level l left join capacity c on c.branch = l.branch group by 1, 2, 3, 4),
    refusals as (select r.branch, (r.at at time zone day.zone)::date as day, count(*)::int as refused
      from ${selectBranchPeriods(query)} join slot_refusals r on r.branch = day.branch and r.at >= day.start and r.at < day.stop
      where ${service}::text is null or ${service}::text = 'is_parking' group by 1, 2)
    select ${group === "branch" ? sql`name` : sql`day::text`} as "group",
      ${group === "branch" ? sql`max(slots)` : sql`sum(slots)`}::int as slots, max(highest) as highest, round(sum(full_minutes))::int as "full", coalesce(sum(refused), 0)::int as refused
    from daily left join refusals using (branch, day) group by 1, ${group === "branch" ? sql`branch` : sql`1`} order by 1`;
  return {
    rows: rows.map((values) => ({ values })),
    totals: {
      full: sum(rows.map(({ full }) => full)),
      refused: sum(rows.map(({ refused }) => refused)),
      highest: Math.max(0, ...rows.map(({ highest }) => highest)),
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

interface SlotUse {
  group: string;
  slots: number;
  entries: number;
  revenue: number;
}

/** Slots without entries have a row, too. Entries without a slot, or in one that is gone, have one together. */
async function readTurnover(query: ReportQuery): Promise<DataOf<"turnover">> {
  const {
    sql,
    group,
    range,
    isAcrossBranches,
    filters: { service = null },
  } = query;
  const place = {
    slot: sql`coalesce(s.prefix || s.no, 'Without a slot')`,
    block: sql`coalesce(s.block, 'Without a slot')`,
    branch: sql`day.name`,
  }[group]!;
  const key = isAcrossBranches && group !== "branch" ? sql`day.name || ', ' || ${place}` : place;
  const arrived = sql`e.in_time >= day.start and e.in_time < day.stop`;
  const rows = await sql<SlotUse[]>`
    with slots as (select b.branch, b.service, b.slot_prefix as prefix, n as no, coalesce(nullif(b.zone_or_block, ''), b.slot_prefix) as block
      from "Slot_Blocks" b cross join lateral generate_series(1, b.total_slots) as n
      where b.branch = any(${query.branches.map(({ id }) => id)}::int[]) and (${service}::text is null or b.service = ${service})),
    uses as (select day.branch, v.service, v.slot_prefix as prefix, v.slot_no as no, count(*) as entries, sum(v.paid) as paid
      from ${selectBranchPeriods(query)} cross join lateral (${selectVisits(query, arrived)}) v group by 1, 2, 3, 4),
    used as (select coalesce(s.branch, u.branch) as branch, s.block, s.prefix, s.no, u.entries, u.paid
      from slots s full join uses u on u.branch = s.branch and u.service = s.service and u.prefix = s.prefix and u.no = s.no)
    select ${key} as "group", count(s.no)::int as slots, coalesce(sum(s.entries), 0)::int as entries, coalesce(sum(s.paid) * 100, 0)::int8 as revenue
    from used s join ${selectBranchPeriods(query)} on day.branch = s.branch
    group by 1, ${group === "slot" ? sql`s.prefix, s.no` : sql`1`}
    order by ${group === "slot" ? sql`s.prefix, s.no` : sql`1`}, 1`;
  const days = countDays(range);
  const total = {
    slots: sum(rows.map(({ slots }) => slots)),
    entries: sum(rows.map(({ entries }) => entries)),
    revenue: sum(rows.map(({ revenue }) => revenue)),
  };
  return {
    rows: rows.map((row) => ({ values: { ...row, ...computeTurnover({ ...row, days }) } })),
    totals: { ...total, ...computeTurnover({ ...total, days }) },
  };
}

function computeTurnover({ slots, entries, revenue, days }: Omit<SlotUse, "group"> & { days: number }) {
  if (slots === 0) return { daily_entries: null, slot_revenue: null };
  return {
    daily_entries: Math.round((entries * 100) / (slots * days)) / 100,
    slot_revenue: Math.round(revenue / slots),
  };
}
