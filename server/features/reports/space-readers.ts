// §2 /reporting/parking: readers of occupancy, full times and turnover.
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import { countDays } from "#domain/reports/report-period.ts";
import type { ColumnsOf, ReportData, ReportLink } from "#domain/reports/report.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import { type OccupancySum, readFullDays, readOccupancySums } from "#server/features/reports/rollup/read-levels.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

type DataOf<N extends keyof typeof parkingReports> = ReportData<ColumnsOf<(typeof parkingReports)[N]>>;

export const spaceReaders = { occupancy: readOccupancy, full: readFull, turnover: readTurnover };

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const toHourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** The average over branches is their sum: each is divided by the time of one branch. */
async function readOccupancy(query: ReportQuery): Promise<DataOf<"occupancy">> {
  const { group } = query;
  const names = new Map(query.branches.map(({ id, name }) => [id, name]));
  const byBranch = new Map<string, OccupancySum>();
  for (const row of await readOccupancySums(query)) {
    const key = [row.branch, row.group, row.weekday, row.hour].join();
    const other = byBranch.get(key) ?? { ...row, inside: 0, seconds: 0, highest: 0 };
    byBranch.set(key, {
      ...row,
      inside: other.inside + row.inside,
      seconds: other.seconds + row.seconds,
      highest: Math.max(other.highest, row.highest),
    });
  }
  const rows = new Map<string, OccupancySum>();
  for (const row of byBranch.values()) {
    const place = group === "branch" ? row.branch : 0;
    const key = [place, row.group, row.weekday, row.hour].join();
    const other = rows.get(key);
    const inside = row.seconds === 0 ? 0 : row.inside / row.seconds;
    rows.set(key, {
      ...row,
      group: group === "branch" ? (names.get(row.branch) ?? "") : (row.group ?? toGroupText(row)),
      inside: (other?.inside ?? 0) + inside,
      highest: Math.max(other?.highest ?? 0, row.highest),
    });
  }
  const sorted = [...rows.values()].toSorted((first, second) =>
    group === "day" || group === "branch"
      ? (first.group ?? "").localeCompare(second.group ?? "")
      : (first.weekday ?? 0) - (second.weekday ?? 0) || (first.hour ?? 0) - (second.hour ?? 0),
  );
  return {
    rows: sorted.map(({ branch, group: label, weekday, hour, inside, highest }) => ({
      values: { group: label, weekday, hour, inside: Math.round(inside * 10) / 10, highest },
      link:
        highest === 0 ? undefined : toVisits(query, { ...toGroupDetail({ group, day: label, branch }), weekday, hour }),
    })),
    totals: { highest: Math.max(0, ...sorted.map(({ highest }) => highest)) },
  };
}

/** The vehicles that were inside in the hours of a row. */
function toVisits(
  { group, filters }: ReportQuery,
  { weekday, hour, ...place }: ReturnType<typeof toGroupDetail> & Pick<OccupancySum, "weekday" | "hour">,
): ReportLink {
  const times = {
    ...(group === "hour_of_week" && { weekday: String(weekday) }),
    ...(hour !== null && { hour: String(hour) }),
  };
  return toDetail({ report: "visits", ...place, filters: { ...filters, kind: "inside", ...times, ...place.filters } });
}

function toGroupText({ weekday, hour }: Pick<OccupancySum, "weekday" | "hour">): string {
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
  const capacityRows = await sql<{ branch: number; slots: number }[]>`
    select branch, sum(total_slots)::int as slots from "Slot_Blocks"
    where branch = any(${query.branches.map(({ id }) => id)}::bigint[]) and (${service}::text is null or service = ${service}) group by 1`;
  const capacities = new Map(capacityRows.map(({ branch, slots }) => [branch, slots]));
  const [days, refusals] = await Promise.all([
    readFullDays(query, capacities),
    sql<{ branch: number; day: string; refused: number }[]>`
      select r.branch, (r.at at time zone day.zone)::date::text as day, count(*)::int as refused
      from ${selectBranchPeriods(query)} join slot_refusals r on r.branch = day.branch and r.at >= day.start and r.at < day.stop
      where ${service}::text is null or ${service}::text = 'is_parking' group by 1, 2`,
  ]);
  const names = new Map(query.branches.map(({ id, name }) => [id, name]));
  const rows = new Map<string, FullRow>();
  const getRow = (branch: number, day: string): FullRow => {
    const key = group === "branch" ? String(branch) : day;
    const label = group === "branch" ? (names.get(branch) ?? "") : day;
    const row = rows.get(key) ?? { branch, group: label, slots: new Map(), highest: 0, full: 0, refused: 0 };
    rows.set(key, row);
    return row;
  };
  for (const { branch, day, highest, full } of days) {
    const row = getRow(branch, day);
    row.slots.set(branch, capacities.get(branch) ?? 0);
    row.highest = Math.max(row.highest, highest);
    row.full += full;
  }
  for (const { branch, day, refused } of refusals) getRow(branch, day).refused += refused;
  const sorted = [...rows.values()]
    .toSorted((first, second) => first.group.localeCompare(second.group))
    .map(({ branch, slots, full, ...row }) => ({
      branch,
      values: { ...row, slots: sum([...slots.values()]), full: Math.round(full / 60) },
    }));
  const kind = "in_slot";
  return {
    rows: sorted.map(({ branch, values }) => {
      const place = toGroupDetail({ group, day: values.group, branch });
      const link = toDetail({ report: "visits", ...place, filters: { ...query.filters, ...place.filters, kind } });
      return { values, link: values.highest === 0 ? undefined : link };
    }),
    totals: {
      full: sum(sorted.map(({ values: { full } }) => full)),
      refused: sum(sorted.map(({ values: { refused } }) => refused)),
      highest: Math.max(0, ...sorted.map(({ values: { highest } }) => highest)),
    },
  };
}

interface FullRow {
  branch: number;
  group: string;
  /** By branch. */
  slots: Map<number, number>;
  highest: number;
  /** Seconds. */
  full: number;
  refused: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

interface SlotUse {
  group: string;
  slots: number;
  entries: number;
  revenue: number;
}
interface SlotRow extends SlotUse {
  branch: number | null;
  block: string | null;
  slot: string | null;
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
  await settleDays(query);
  const ids = query.branches.map(({ id }) => id);
  const isByPlace = group !== "branch";
  const place = group === "slot" ? sql`s.slot` : group === "block" ? sql`s.block` : sql`null::text`;
  // Only what is grouped by slots is read slot by slot, and rows with slots that are gone.
  const isWhole =
    group === "slot" ? sql`false` : sql`b.id is not null and u.numbers[cardinality(u.numbers)] <= b.total_slots`;
  const rows = await sql<SlotRow[]>`
    with block as (select b.id, b.branch, b.service, b.slot_prefix as prefix, b.total_slots, coalesce(nullif(b.zone_or_block, ''), b.slot_prefix) as block
      from "Slot_Blocks" b where b.branch = any(${ids}::bigint[]) and (${service}::text is null or b.service = ${service})),
    used as materialized (select u.*, b.id as block_id, b.block, b.total_slots, ${isWhole} as is_whole
      from report_slots u left join block b on b.branch = u.branch and b.service = u.service and b.prefix = u.prefix
      where u.branch = any(${ids}::bigint[]) and u.day between ${range.from}::text::date and ${range.to}::text::date and (${service}::text is null or u.service = ${service})),
    sums as (
      select branch, block, null::text as prefix, null::int as no, sum((select sum(e) from unnest(entries) e)) as entries, sum((select sum(p) from unnest(paid) p)) as paid
      from used where is_whole group by 1, 2
      union all
      select g.branch, case when g.no is not null then b.block end, case when g.no is not null then b.prefix end, g.no, g.entries, g.paid
      from (select u.branch, u.block_id, case when x.no between 1 and u.total_slots then x.no end as no, sum(x.entries) as entries, sum(x.paid) as paid
          from used u cross join lateral unnest(u.numbers, u.entries, u.paid) x (no, entries, paid) where not u.is_whole group by 1, 2, 3) g
        left join block b on b.id = g.block_id),
    slots as (
      select branch, block, case when ${group === "slot"} then prefix end as prefix, case when ${group === "slot"} then n end as no, case when ${group === "slot"} then 1 else total_slots end as slots
      from block cross join lateral generate_series(1, case when ${group === "slot"} then total_slots else 1 end) n),
    s as (
      select branch, block, prefix, no, prefix || no as slot, slots, 0::numeric as entries, 0::numeric as paid from slots
      union all select branch, block, case when ${group === "slot"} then prefix end, case when ${group === "slot"} then no end, case when ${group === "slot"} then prefix || no end, 0, entries, paid from sums)
    select k.*, sum(slots)::int as slots, sum(entries)::int as entries, sum(paid)::int8 as revenue from (
      select case when ${isAcrossBranches || !isByPlace} then s.branch end as branch, case when ${isByPlace} then coalesce(${place}, '-') end as place,
        s.block, s.slot, s.prefix, s.no, s.slots, s.entries, s.paid from s) s
      cross join lateral (select s.branch, case when ${group === "block"} then s.place end as block, case when ${group === "slot"} then s.place end as slot,
        case when ${group === "slot"} then s.prefix end as prefix, case when ${group === "slot"} then s.no end as no) k
    group by 1, 2, 3, 4, 5 order by k.prefix, k.no, k.block, k.branch`;
  const names = new Map(query.branches.map(({ id, name }) => [id, name]));
  const days = countDays(range);
  const total = {
    slots: sum(rows.map(({ slots }) => slots)),
    entries: sum(rows.map(({ entries }) => entries)),
    revenue: sum(rows.map(({ revenue }) => revenue)),
  };
  const shown = rows.map(({ branch, block, slot, slots, entries, revenue }) => {
    const own = block ?? slot;
    const branchName = branch === null ? undefined : names.get(branch);
    const label = own === "-" ? "Without a slot" : (own ?? undefined);
    const filters = {
      ...(block !== null && { block }),
      ...(slot !== null && { slot }),
      ...(branch !== null && { at_branch: String(branch) }),
    };
    const use = { group: [branchName, label].filter((text) => text !== undefined).join(", "), slots, entries, revenue };
    const link = toDetail({ report: "visits", filters: { ...query.filters, ...filters, kind: "arrived" } });
    return { values: { ...use, ...computeTurnover({ ...use, days }) }, link: entries === 0 ? undefined : link };
  });
  return {
    rows: group === "slot" ? shown : shown.toSorted((a, b) => a.values.group.localeCompare(b.values.group)),
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
