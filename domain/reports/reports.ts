// §2 All reports by name, in the order of their menus.
import { registers } from "#domain/reports/operations/registers.ts";
import { moneyReports } from "#domain/reports/money-reports.ts";
import { parkingReports } from "#domain/reports/parking-reports.ts";
import { peopleReports } from "#domain/reports/people-reports.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { ReportDefinition, ReportMenu } from "#domain/reports/report.ts";
import { valetReports } from "#domain/reports/valet-reports.ts";

export const reports = { ...parkingReports, ...valetReports, ...moneyReports, ...peopleReports, ...registers };
export type ReportName = keyof typeof reports;

export const reportNames = getKeys(reports);

export function isReportName(name: string): name is ReportName {
  return Object.hasOwn(reports, name);
}

export function getReport(name: ReportName): ReportDefinition {
  return reports[name];
}

/** Reports in the menu, without those that only figures of others open. */
export function listReports(menu: ReportMenu): ReportName[] {
  return reportNames.filter((name) => reports[name].menu === menu && !getReport(name).isDetail);
}
