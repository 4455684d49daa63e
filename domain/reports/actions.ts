// §2 /reporting/{menu}: reading reports.
import { z } from "zod";
import { reportFilters } from "#domain/reports/report.ts";
import { contract } from "#domain/schema/contract.ts";

const dayText = z.string().meta({ format: "date" });
const values = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const link = z.union([
  z.object({ kind: z.enum(["P", "V", "M"]), id: z.int() }),
  z.object({
    report: z.string(),
    filters: z.partialRecord(z.enum(reportFilters), z.string().optional()),
    range: z
      .object({ from: dayText, to: dayText })
      .optional()
      .meta({ description: "The same days unless it names others." }),
  }),
]);

export const reportReply = z.object({
  from: dayText,
  to: dayText.meta({ description: "Last day, inclusive." }),
  rows: z.array(z.object({ values, link: link.optional(), links: z.record(z.string(), link).optional() })).meta({
    description:
      "Values by column. Amounts are in paise; the report's definition has the type of each column. `link` is what the row opens, `links` the entries behind single figures.",
  }),
  row_count: z.int().nullable().meta({
    description:
      "Number of all rows; the first 500 of a list of entries are in `rows`. Null if there are too many to count; `totals` is empty then.",
  }),
  totals: values.meta({ description: "Totals of the columns that can be added up." }),
  previous: z
    .object({ from: dayText, to: dayText, totals: values })
    .nullable()
    .meta({ description: "Totals of the period that it is compared with; null without `compare`." }),
});
export type ReportReply = z.output<typeof reportReply>;

const query = {
  from: "First day in the branch's time zone: `2026-01-01`.",
  to: "Last day, inclusive. At most 366 days.",
  branch: "`all` for all branches of the company (admins); the own branch by default.",
  group: "How rows are grouped; each report has its own groups.",
  service: "Filter: `is_parking` or `is_valet_and_parking`.",
  vehicle_type: "Filter: id of a vehicle type.",
  person: "Filter: id of a member of staff.",
  offer: "Filter: id of an offer.",
  channel: "Filter: how it was paid, such as `cash`.",
  shift: "Filter: id of a shift; `-` is without one.",
  tariff: "Filter: id of a tariff version; `-` is without one.",
  kind: "Filter: kind of remark, or why a register lists an entry.",
  hour: "Filter: hour of the day, 0 to 23.",
  weekday: "Filter: 1, Monday, to 7.",
  length: "Filter: class of the length of stay, from 0.",
  block: "Filter: block of slots; `-` is without a slot.",
  slot: "Filter: slot, such as `A12`; `-` is without a slot.",
  at_branch: "Filter: id of one of the branches that are read.",
} as const;

export const reportActions = {
  read: contract("GET /actions/reports/:report", {
    area: "reports",
    summary: "A report of the own branch, or of all branches of the company",
    access: { can: "report.read" },
    query: {
      ...query,
      compare: "`previous` for the period before, `weekdays` for the same weekdays before it.",
    },
    requiredQuery: ["from"],
    reply: reportReply,
    errors: ["ROUTE_NOT_FOUND", "INVALID_QUERY"],
  }),
  exportFile: contract("GET /actions/reports/:report/file", {
    area: "reports",
    summary: "A report as a file with all of its rows",
    access: { can: "report.read" },
    query: { ...query, format: "`csv` (default) or `xlsx`." },
    requiredQuery: ["from"],
    reply: "text/csv",
    errors: ["ROUTE_NOT_FOUND", "INVALID_QUERY"],
  }),
};
