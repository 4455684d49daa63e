// §2 /reporting/parking: reader of lengths of stay.
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import {
  addStays,
  computeStayQuantile,
  countStays,
  createStayHistogram,
  getStayBucket,
  type StayHistogram,
} from "#domain/reports/operations/stay-histogram.ts";
import { getStayClass, stayClasses } from "#domain/reports/operations/stay-lengths.ts";
import { toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

export const staysReaders = { stays: readStays };

interface DayRow {
  branch: number;
  day: string;
  stays: Uint8Array;
}

/** Counts are exact; lengths to the minute up to 64 minutes, above that to 1.6 %. */
async function readStays(query: ReportQuery): Promise<ReportData<ColumnsOf<typeof parkingReports.stays>>> {
  const {
    sql,
    group,
    range,
    branches,
    filters: { service = null },
  } = query;
  await settleDays(query);
  const days = await sql<DayRow[]>`
    select branch, day::text as day, stays from report_visits
    where branch = any(${branches.map(({ id }) => id)}::bigint[]) and day between ${range.from}::text::date and ${range.to}::text::date
      and (${service}::text is null or service = ${service}) and length(stays) > 0`;
  const all = createStayHistogram();
  const groups = new Map<string, StayHistogram>();
  for (const { branch, day, stays } of days) {
    addStays(all, stays);
    if (group === "length") continue;
    const key = group === "day" ? day : String(branch);
    const own = groups.get(key) ?? createStayHistogram();
    addStays(own, stays);
    groups.set(key, own);
  }
  const count = countStays(all);
  const shown = group === "length" ? listClasses(all) : listGroups({ query, groups });
  return {
    rows: shown.map(({ label, histogram, ...place }) => {
      const stays = countStays(histogram);
      const filters = { ...query.filters, kind: "left", ...place.filters };
      return {
        values: {
          group: label,
          share: count === 0 ? 0 : Math.round((stays * 1_000) / count) / 10,
          ...toValues(histogram),
        },
        link: stays === 0 ? undefined : toDetail({ report: "visits", ...place, filters }),
      };
    }),
    totals: toValues(all),
  };
}

const toValues = (histogram: StayHistogram) => ({
  stays: countStays(histogram),
  median: computeStayQuantile(histogram, 0.5),
  ninetieth: computeStayQuantile(histogram, 0.9),
});

type ShownRow = { label: string; histogram: StayHistogram } & ReturnType<typeof toGroupDetail>;

function listGroups({ query, groups }: { query: ReportQuery; groups: ReadonlyMap<string, StayHistogram> }): ShownRow[] {
  const { group, branches } = query;
  const names = new Map(branches.map(({ id, name }) => [String(id), name]));
  const toLabel = (key: string): string => (group === "branch" ? (names.get(key) ?? key) : key);
  return [...groups]
    .map(([key, histogram]) => ({
      label: toLabel(key),
      histogram,
      ...toGroupDetail({ group, day: key, branch: Number(key) }),
    }))
    .toSorted((first, second) => first.label.localeCompare(second.label));
}

/** Every class has a row, so that the histogram shows the empty ones. */
function listClasses(all: StayHistogram): ShownRow[] {
  const histograms = stayClasses.map(createStayHistogram);
  for (const [bucket, count] of all.entries()) histograms[getStayClass(getStayBucket(bucket).first)]![bucket]! += count;
  return stayClasses.map((label, index) => ({
    label,
    histogram: histograms[index]!,
    filters: { length: String(index) },
  }));
}
