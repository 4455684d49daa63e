// §2 Mailed reports: what may be mailed to whom, and from when on.
import { can } from "#domain/access/capabilities.ts";
import { isRecord } from "#domain/access/capability-exceptions.ts";
import { defaultTimeZone } from "#domain/dates.ts";
import { getReport } from "#domain/reports/reports.ts";
import { type ReportFilter, reportFilters } from "#domain/reports/report.ts";
import { getDuePeriod } from "#domain/reports/schedules/due-period.ts";
import { isMailableReport } from "#domain/reports/schedules/mailable-reports.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Ids of the users who may see the report of a schedule. */
    reportReaders: string[];
  }
}

export const scheduleStates = ["active", "paused"] as const;

export const scheduleStateTable = {
  initial: ["active"],
  states: {
    active: { name: "Active", colour: "green", transitions: ["paused"] },
    paused: { name: "Paused", colour: "grey", transitions: ["active"] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "STATUS_ALREADY_UPDATED",
} as const satisfies StateTable;

const maxRecipients = 20;

type Schedule = RowOf<"Report_Schedules">;
type Args = RuleArgsOf<"Report_Schedules", "branch">;

const fail = (field: keyof Schedule, text: string): RuleViolation =>
  new RuleViolation("FAILED_VALIDATION", field, { type: "invalid" }, text);

/** What a mail covers follows from these: after a change of one, the first mail is for the next period. */
const timeFields = ["report", "frequency", "hour", "state"] as const;

/** FORBIDDEN, or FAILED_VALIDATION with what to do. Changes by the server itself have no actor. */
export function validateReportSchedule(args: Args): Partial<Schedule> | RuleViolation | undefined {
  const { before, after, changes, actor, now, related } = args;
  if (actor.id === null) return undefined;
  const mayRead = can(actor, "report.read") || can(actor, "platform.administer");
  if (!mayRead || (after.is_across_branches && !can(actor, "branch.switch"))) return new RuleViolation("FORBIDDEN");
  const { branch } = related;
  if (branch !== null && branch.company !== after.company) return new RuleViolation("FORBIDDEN", "branch");
  const violation = checkReport(after) ?? checkRecipients(args);
  if (violation) return violation;
  if (before && !timeFields.some((name) => name in changes)) return undefined;
  const { frequency, hour } = after;
  const period = getReport(after.report).period ?? "range";
  const zone = branch?.time_zone ?? defaultTimeZone;
  return { mailed_until: getDuePeriod({ frequency, period, hour, now, zone }).to };
}

function checkReport({ report, report_group, is_across_branches, filters, frequency }: Schedule) {
  const definition = getReport(report);
  const group = report_group ?? "";
  if (group !== "" && !Object.hasOwn(definition.groups ?? {}, group))
    return fail("report_group", "*This report has no such group");
  if (!isMailableReport({ report, group })) return fail("report_group", "*Reports that name visitors are not emailed");
  if (is_across_branches && !definition.isAcrossBranches)
    return fail("is_across_branches", "*This report is of one branch");
  if (!areFilters(filters, definition.filters ?? [])) return fail("filters", "*This report has no such filter");
  if ((definition.period ?? "range") !== "range" && frequency !== "daily")
    return fail("frequency", "*A report of one day is emailed daily");
  return undefined;
}

function areFilters(filters: unknown, known: readonly ReportFilter[]): boolean {
  if (filters === null) return true;
  return (
    isRecord(filters) &&
    Object.entries(filters).every(
      ([name, value]) =>
        reportFilters.some((filter) => filter === name && known.includes(filter)) &&
        typeof value === "string" &&
        value.length <= 40,
    )
  );
}

/** Those who were chosen before stay, so that a change of the time does not fail for somebody who has left. */
function checkRecipients({ before, after, lookups }: Args): RuleViolation | undefined {
  const { recipients, state } = after;
  if (!Array.isArray(recipients) || recipients.some((id) => typeof id !== "string"))
    return fail("recipients", "*Choose who gets the email");
  if (recipients.length === 0 && state === "active") return fail("recipients", "*Choose at least one person");
  if (recipients.length > maxRecipients) return fail("recipients", `*Choose at most ${maxRecipients} people`);
  if (new Set(recipients).size < recipients.length) return fail("recipients", "*Choose each person once");
  const isKnown = before?.is_across_branches === after.is_across_branches && before.branch === after.branch;
  const known = [...(isKnown ? before.recipients : []), ...(lookups?.reportReaders ?? [])];
  return recipients.every((id) => known.includes(id))
    ? undefined
    : fail("recipients", "*Choose people who may see this report");
}
