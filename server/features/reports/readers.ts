// §2 The reader of each report.
import { type ColumnsOf, type ReportData } from "#domain/reports/report.ts";
import type { ReportName, reports } from "#domain/reports/reports.ts";
import { moneyReaders } from "#server/features/reports/money-readers.ts";
import { forecastReaders } from "#server/features/reports/forecast-readers.ts";
import { leaksReaders } from "#server/features/reports/leaks-readers.ts";
import { offersReaders } from "#server/features/reports/offers-readers.ts";
import { peopleReaders } from "#server/features/reports/people-readers.ts";
import { registersReaders } from "#server/features/reports/registers/registers-readers.ts";
import { spaceReaders } from "#server/features/reports/space-readers.ts";
import { staysReaders } from "#server/features/reports/stays-readers.ts";
import { valetReaders } from "#server/features/reports/valet-readers.ts";
import { visitorsReaders } from "#server/features/reports/visitors-readers.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";

export type ReportReader<C extends string = string> = (query: ReportQuery) => Promise<ReportData<C>>;

export const readers: { readonly [N in ReportName]: ReportReader<ColumnsOf<(typeof reports)[N]>> } = {
  ...moneyReaders,
  ...forecastReaders,
  ...leaksReaders,
  ...offersReaders,
  ...peopleReaders,
  ...registersReaders,
  ...spaceReaders,
  ...staysReaders,
  ...valetReaders,
  ...visitorsReaders,
};
