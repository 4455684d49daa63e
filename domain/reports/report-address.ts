// What a report page shows, kept in the address so that a link opens the same, also from a mail.
import { isDateString } from "#domain/dates.ts";
import { type Comparison, comparisons, type DayRange, isValidRange } from "#domain/reports/report-period.ts";
import { getPresetRange, getReportPresets } from "#domain/reports/report-presets.ts";
import { type ReportFilter, reportFilters, type ReportMenu, type ReportPeriod } from "#domain/reports/report.ts";
import { getReport, isReportName, listReports, type ReportName } from "#domain/reports/reports.ts";

export interface ReportUrlState {
  report: ReportName;
  range: DayRange;
  isAcrossBranches: boolean;
  /** Empty: the report's first group, or none. */
  group: string;
  compare: Comparison | "";
  filters: { readonly [filter in ReportFilter]?: string };
  /** Column of the order, with "-" before it for descending; empty: the order of the server. */
  sort: string;
}

/** Unknown values fall back to the defaults; undefined for a menu without reports. */
export function parseReportUrlState({
  menu,
  parameters,
  today,
}: {
  menu: ReportMenu;
  parameters: URLSearchParams;
  today: string;
}): ReportUrlState | undefined {
  const text = (name: string): string => parameters.get(name) ?? "";
  const named = text("report");
  const report = isReportName(named) && getReport(named).menu === menu ? named : listReports(menu)[0];
  if (report === undefined) return undefined;
  const definition = getReport(report);
  const filters: { [filter in ReportFilter]?: string } = {};
  for (const filter of reportFilters)
    if (definition.filters?.includes(filter) && text(filter) !== "") filters[filter] = text(filter);
  return {
    report,
    range: parseRange({ from: text("from"), to: text("to"), period: definition.period ?? "range", today }),
    isAcrossBranches: definition.isAcrossBranches === true && text("branch") === "all",
    group: Object.hasOwn(definition.groups ?? {}, text("group")) ? text("group") : "",
    compare: comparisons.find((comparison) => comparison === text("compare")) ?? "",
    filters,
    sort: Object.hasOwn(definition.columns, text("sort").replace(/^-/, "")) ? text("sort") : "",
  };
}

function parseRange({ from, to, period, today }: DayRange & { period: ReportPeriod; today: string }): DayRange {
  const range = { from, to: period === "range" ? to : from };
  if (isDateString(from) && isDateString(range.to) && isValidRange(range)) return range;
  return getPresetRange({ preset: getReportPresets(period).default, today });
}

/** The period is always written, so that the link opens the same days later. */
export function serializeReportUrlState(state: ReportUrlState): URLSearchParams {
  return new URLSearchParams({
    ...toReportQuery(state),
    report: state.report,
    ...(state.sort ? { sort: state.sort } : {}),
  });
}

/** The page below /{company}/{branch}/. */
export function getReportPage(state: ReportUrlState): string {
  return `reporting/${getReport(state.report).menu}?${serializeReportUrlState(state).toString()}`;
}

/** The query of the action. */
export function toReportQuery({
  range,
  isAcrossBranches,
  group,
  compare,
  filters,
}: Omit<ReportUrlState, "report" | "sort">) {
  return {
    ...range,
    ...(isAcrossBranches ? { branch: "all" } : {}),
    ...(group ? { group } : {}),
    ...(compare ? { compare } : {}),
    ...filters,
  };
}
