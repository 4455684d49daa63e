// Reports, and where their rows lead.
import { reportFilters, type ReportLink } from "#domain/reports/report.ts";
import { getReport, isReportName, type ReportName } from "#domain/reports/reports.ts";
import { getPresetRange, getReportPresets } from "#domain/reports/report-presets.ts";
import type { DayRange } from "#domain/reports/report-period.ts";
import { formatReportFileName } from "#domain/reports/file-name.ts";
import { call, toRequest } from "#web/api/call.ts";
import { downloadFrom } from "#web/api/files.ts";
import { detailPages } from "#web/product/detail/detail-pages.ts";
import { getReportPage, type ReportUrlState, toReportQuery } from "#domain/reports/report-address.ts";

export function reportQuery({ sort: _, ...state }: ReportUrlState) {
  const query = toReportQuery(state);
  return {
    queryKey: ["reports", state.report, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call({ route: "GET /actions/reports/:report", report: state.report, query }, { signal }),
  };
}

/** The page below /{company}/{branch}/ that a row opens. A report opens with the same period and branches. */
export function getLinkedPage({ link, state }: { link: ReportLink; state: ReportUrlState }): string | undefined {
  if ("kind" in link) return `${detailPages[link.kind]}${link.id}`;
  if (!isReportName(link.report)) return undefined;
  const filters = Object.fromEntries(
    reportFilters.flatMap((filter) => (link.filters[filter] === undefined ? [] : [[filter, link.filters[filter]]])),
  );
  return getReportPage({
    ...state,
    ...(link.range ? { range: link.range } : {}),
    report: link.report,
    group: "",
    compare: "",
    sort: "",
    filters,
  });
}

/** The period of another report; its own default where one of the two is of a day that may lie ahead. */
function getSiblingRange({ state, report, today }: SiblingPage): DayRange {
  const { period = "range" } = getReport(report);
  const isAhead = state.range.to > today !== (period === "coming-day");
  if (isAhead) return getPresetRange({ preset: getReportPresets(period).default, today });
  return period === "range" ? state.range : { from: state.range.to, to: state.range.to };
}

interface SiblingPage {
  state: ReportUrlState;
  report: ReportName;
  /** 'YYYY-MM-DD' at the branch. */
  today: string;
}

/** Address of a report with the period and the branches of another. */
export function getSiblingPage({ state, report, today }: SiblingPage): string {
  const { isAcrossBranches } = getReport(report);
  return getReportPage({
    report,
    range: getSiblingRange({ state, report, today }),
    isAcrossBranches: state.isAcrossBranches && isAcrossBranches === true,
    group: "",
    compare: "",
    filters: {},
    sort: "",
  });
}

export const reportFormats = { csv: "CSV", xlsx: "Excel" } as const;

/** Saves the report as a file, with all of its rows. */
export function downloadReport({
  state,
  branch,
  format,
}: {
  state: ReportUrlState;
  branch: string;
  format: keyof typeof reportFormats;
}): Promise<void> {
  const { report, range, isAcrossBranches } = state;
  const query = { ...toReportQuery({ ...state, compare: "" }), format };
  return downloadFrom({
    path: toRequest({ route: "GET /actions/reports/:report/file", report, query }).path,
    name: formatReportFileName({ report, branch: isAcrossBranches ? null : branch, range, format }),
  });
}
