// §2 Reports that are mailed to chosen people of a branch or company every day, week or month.
import { byScope, inOwnScope, ownBranch, ownCompany } from "#domain/access/row-filters.ts";
import { scheduleFrequencies } from "#domain/reports/schedules/due-period.ts";
import { mailableReports } from "#domain/reports/schedules/mailable-reports.ts";
import {
  scheduleStates,
  scheduleStateTable,
  validateReportSchedule,
} from "#domain/reports/schedules/report-schedule.ts";
import type { ReportFilter } from "#domain/reports/report.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, integer, json, one, text } from "#domain/schema/fields.ts";

/** Those of all branches are of the company's admins. */
const visibleSchedules = byScope({
  company: ownCompany,
  branch: (actor) => {
    const branch = ownBranch(actor);
    return branch && { _and: [branch, { is_across_branches: { _eq: false } }] };
  },
});

const reportSchedulesFields = {
  company: one("Companies", { required: true, onDelete: "cascade", index: true }),
  /** Its time zone counts, and the link opens its page. */
  branch: one("Branch", { required: true, onDelete: "cascade", index: true }),
  report: choice(mailableReports, { required: true, label: "Report" }),
  is_across_branches: boolean(),
  /** One of the groups of the report; null for its first one. */
  report_group: text({ max: 30 }),
  filters: json<{ readonly [filter in ReportFilter]?: string } | null>(),
  frequency: choice(scheduleFrequencies, { required: true, label: "How often" }),
  hour: integer({ label: "Time", required: true, min: 0, max: 23 }),
  /** Ids of users; those who may no longer see the report are removed when the next mail is due. */
  recipients: json<string[]>({ label: "Recipients" }),
  state: choice(scheduleStates, { default: "active", stateTable: scheduleStateTable }),
  /** Last day of the latest period that was mailed, or had ended when the schedule was made or changed. */
  mailed_until: text({ max: 10, serverSet: true }),
};

export const ReportSchedules = defineCollection("Report_Schedules", {
  fields: reportSchedulesFields,
  include: ["branch"],
  createDefaults: { company: (actor) => actor.company, branch: (actor) => actor.branch },
  rules: [validateReportSchedule],
  lookups: ["reportReaders"],
  isLive: true,
  access: {
    read: { "report.schedule": visibleSchedules, "report.read": visibleSchedules },
    create: { "report.schedule": inOwnScope },
    update: { "report.schedule": visibleSchedules },
    delete: { "report.schedule": visibleSchedules },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Report_Schedules: typeof reportSchedulesFields;
  }
}
