// §2 /reporting/parking: reader of lengths of stay.
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { stayClassEnds, stayClasses } from "#domain/reports/operations/stay-lengths.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { selectVisits } from "#server/features/reports/visits.ts";

export const staysReaders = { stays: readStays };

interface StaysRow {
  /** Null for the row of all stays. */
  group: string | null;
  stays: number;
  median: number;
  ninetieth: number;
}

async function readStays(query: ReportQuery): Promise<ReportData<ColumnsOf<typeof parkingReports.stays>>> {
  const { sql, group } = query;
  const left = sql`e.out_time >= day.start and e.out_time < day.stop and e.in_time is not null`;
  const key = {
    length: sql`width_bucket(minutes, ${[...stayClassEnds]}::numeric[])::text`,
    day: sql`day`,
    branch: sql`name`,
  }[group]!;
  const read = await sql<StaysRow[]>`
    with stays as materialized (
      select day.name, (v.out_time at time zone day.zone)::date::text as day, greatest(0, extract(epoch from v.out_time - v.in_time)) / 60 as minutes
      from ${selectBranchPeriods(query)} cross join lateral (${selectVisits(query, left)}) v)
    select ${key} as "group", count(*)::int as stays, round(percentile_cont(0.5) within group (order by minutes))::int as median,
      round(percentile_cont(0.9) within group (order by minutes))::int as ninetieth
    from stays group by grouping sets ((1), ()) order by 1`;
  // Without a stay the row of all has no values but a count.
  const total = read.find((row) => row.group === null);
  const all = total?.stays ?? 0;
  const rows = read.filter((row) => row.group !== null);
  const shown =
    group === "length" ? stayClasses.map((label, index) => ({ ...findClass(rows, index), group: label })) : rows;
  return {
    rows: shown.map((row) => ({
      values: { ...row, group: row.group ?? "", share: all === 0 ? 0 : Math.round((row.stays * 1_000) / all) / 10 },
    })),
    totals: { stays: all, median: total?.median ?? null, ninetieth: total?.ninetieth ?? null },
  };
}

/** Every class has a row, so that the histogram shows the empty ones. */
function findClass(rows: readonly StaysRow[], index: number) {
  const { stays = 0, median = null, ninetieth = null } = rows.find(({ group }) => group === String(index)) ?? {};
  return { stays, median, ninetieth };
}
