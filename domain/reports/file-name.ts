// Names of the files of reports: report, branch and period.
import type { DayRange } from "#domain/reports/report-period.ts";

/** 'revenue-koramangala-market-2026-11-01-2026-11-30.csv'; `branch` is null for all branches. */
export function formatReportFileName({
  report,
  branch,
  range: { from, to },
  format,
}: {
  report: string;
  branch: string | null;
  range: DayRange;
  format: string;
}): string {
  const words = [report, branch ?? "all branches", from, ...(to === from ? [] : [to])].join("-");
  return `${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${format}`;
}
