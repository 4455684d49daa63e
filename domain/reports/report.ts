// §2 /reporting/{menu}: how a report is declared. Page, table, chart, files and the reader on the server follow from it.
import type { DayRange } from "#domain/reports/report-period.ts";

/** The menus of the address, in the order in which they are shown. */
export const reportMenus = ["parking", "valet", "money", "people"] as const;
export type ReportMenu = (typeof reportMenus)[number];

/**
 * Type of a column's values: `money` in paise; `minutes`, `seconds` and `count` as numbers; `percent` as a share of
 * 100; `date` as 'YYYY-MM-DD'; `time` as an ISO timestamp; `hour` from 0 to 23; `weekday` from 1, Monday, to 7.
 */
export type CellType =
  | "text"
  | "date"
  | "time"
  | "hour"
  | "weekday"
  | "money"
  | "count"
  | "minutes"
  | "seconds"
  | "percent";

export interface ReportColumn {
  readonly label: string;
  readonly type: CellType;
  /** What the figure counts, where the label alone does not say it. */
  readonly hint?: string;
}

export interface ReportChart {
  readonly kind: "bars" | "lines" | "heat-map";
  /** Column of the categories; a heat map has a second one for its rows. */
  readonly category: string;
  readonly row?: string;
  /** Columns that are drawn; a heat map draws one. */
  readonly values: readonly string[];
}

/** A range of days, one day, or one day that may lie ahead. */
export type ReportPeriod = "range" | "day" | "coming-day";

export interface ReportDefinition {
  readonly menu: ReportMenu;
  readonly title: string;
  /** One sentence under the title. */
  readonly description: string;
  /** Ways to group the rows with the label of each; the first is the default. */
  readonly groups?: { readonly [group: string]: string };
  /** Filters of the address that the report knows. */
  readonly filters?: readonly ReportFilter[];
  /** Values of the filter `kind` with their labels. */
  readonly kinds?: { readonly [kind: string]: string };
  /** Whether one of the kinds always applies, the first by default. */
  readonly isKindChosen?: boolean;
  readonly columns: { readonly [column: string]: ReportColumn };
  readonly chart?: ReportChart;
  /** What the report covers; a range of days by default. */
  readonly period?: ReportPeriod;
  /** Whether its print ends with a line for the signature of who checked it. */
  readonly isSigned?: boolean;
  /** The figure by which branches are compared, and which value of it is the best. */
  readonly best?: { readonly column: string; readonly is: "highest" | "lowest" };
  /** Whether it is also read for all branches of a company. */
  readonly isAcrossBranches?: boolean;
  /** Whether it is opened by a figure of another report only, and has no entry in the menu. */
  readonly isDetail?: boolean;
  /** Groups whose rows name people of the place, such as residents: reports with them are never mailed. */
  readonly personalGroups?: readonly string[];
  /** Whether rows contain plates, phone numbers or names of visitors: such reports are never mailed. */
  readonly isPersonal?: boolean;
}

/**
 * Filters of reports: a service, ids of a vehicle type, of a person or of offers ('1,2' for payments of both), a payment channel, ids
 * of a shift or a tariff version, a kind of remark, an hour, a weekday from 1, Monday, the number of a class of stays, a block or a
 * slot, such as 'A12', the id of one of all branches, and a typed reference of payments, such as a UTR. '-' stands for none, and '*' for any person.
 */
export const reportFilters = [
  "service",
  "vehicle_type",
  "person",
  "offer",
  "channel",
  "shift",
  "tariff",
  "kind",
  "hour",
  "weekday",
  "length",
  "block",
  "slot",
  "at_branch",
  "reference",
] as const;
export type ReportFilter = (typeof reportFilters)[number];

/** Declares a report; keeps the names of its columns, groups and filters as types. */
export function defineReport<const D extends ReportDefinition>(definition: D): D {
  return definition;
}

export type ReportValue = string | number | null;

/** What a row opens: an entry, a ticket or a pass, or another report with its filters, for the same days or others. */
export type ReportLink =
  | { readonly kind: "P" | "V" | "M"; readonly id: number }
  | {
      readonly report: string;
      readonly filters: { readonly [filter in ReportFilter]?: string | undefined };
      readonly range?: DayRange | undefined;
    };

export interface ReportRow<C extends string = string> {
  readonly values: { readonly [column in C]: ReportValue };
  readonly link?: ReportLink | undefined;
  /** What single figures of the row open: the entries behind them. */
  readonly links?: { readonly [column in C]?: ReportLink } | undefined;
}

/** Column names of a report. */
export type ColumnsOf<D extends ReportDefinition> = keyof D["columns"] & string;

/** What a reader returns: rows in their order, and totals of the columns that can be added up. */
export interface ReportData<C extends string = string> {
  readonly rows: readonly ReportRow<C>[];
  readonly totals?: { readonly [column in C]?: ReportValue };
  /** Number of all rows, where only the first ones were read; null if it is not known, nor are totals. */
  readonly count?: number | null;
}

/** Rows that a page shows; files contain all. */
export const maxShownRows = 500;
