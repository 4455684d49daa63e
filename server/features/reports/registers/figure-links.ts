// §2 Links of a row's figures to the entries behind them.
import { getKeys } from "#domain/object-keys.ts";
import { getReport, type ReportName } from "#domain/reports/reports.ts";
import type { DayRange } from "#domain/reports/report-period.ts";
import type { ReportFilter, ReportLink, ReportValue } from "#domain/reports/report.ts";

type Filters = { readonly [filter in ReportFilter]?: string | undefined };

interface DetailLink {
  report: ReportName;
  filters?: Filters;
  /** The days of the report by default. */
  range?: DayRange | undefined;
}

/** Filters that the other report does not know are left out. */
export function toDetail({ report, filters = {}, range }: DetailLink): ReportLink {
  const { filters: known = [] } = getReport(report);
  return {
    report,
    filters: Object.fromEntries(known.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]))),
    ...(range && { range }),
  };
}

/** The links of the figures that are not zero: behind the others there are no entries. */
export function linkFigures<C extends string>(
  values: { readonly [column in C]: ReportValue },
  links: { readonly [column in C]?: ReportLink },
): { readonly links?: { readonly [column in C]?: ReportLink } } {
  const shown: { [column in C]?: ReportLink } = {};
  for (const column of getKeys(links)) if (Number(values[column] ?? 0) !== 0) shown[column] = links[column];
  return getKeys(shown).length === 0 ? {} : { links: shown };
}

/** The filter or the days of a row grouped by day or branch; nothing for other groups. */
export function toGroupDetail({
  group,
  day,
  branch,
}: {
  group: string;
  day?: string | null | undefined;
  branch?: number | null | undefined;
}): Pick<DetailLink, "filters" | "range"> {
  if (group === "day" && day) return { range: { from: day, to: day } };
  return group === "branch" && branch !== null && branch !== undefined
    ? { filters: { at_branch: String(branch) } }
    : {};
}
