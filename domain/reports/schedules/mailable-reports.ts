// §2 Reports that may be mailed: those without plates, phone numbers or names of visitors, that are in a menu.
import { type ReportName, getReport, reportNames } from "#domain/reports/reports.ts";

const isMailable = (name: ReportName): boolean => !getReport(name).isPersonal && !getReport(name).isDetail;

export const mailableReports: readonly ReportName[] = reportNames.filter(isMailable);

/** Whether the report may be mailed with its rows grouped like this. */
export function isMailableReport({ report, group }: { report: ReportName; group: string }): boolean {
  return isMailable(report) && !getReport(report).personalGroups?.includes(group);
}
