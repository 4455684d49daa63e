// §2 Mailed reports: sends each schedule the figures of its latest period, once. See docs/rules/reports-mailed.md.
import { anonymous } from "#domain/access/roles.ts";
import { listMailedFigures } from "#domain/reports/schedules/mailed-figures.ts";
import { getDuePeriod } from "#domain/reports/schedules/due-period.ts";
import { ReportSchedules } from "#domain/reports/schedules/report-schedules.collection.ts";
import { isMailableReport } from "#domain/reports/schedules/mailable-reports.ts";
import { getReportPage } from "#domain/reports/report-address.ts";
import { type DayRange, getComparedRange } from "#domain/reports/report-period.ts";
import { getReport, isReportName } from "#domain/reports/reports.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { readers, type ReportReader as Reader } from "#server/features/reports/readers.ts";
import { createReportQuery, moveQuery } from "#server/features/reports/report-query.ts";
import { listReportReaders } from "#server/features/reports/schedules/report-readers.ts";
import { updateItem } from "#server/items/write/write.ts";
import { queueMail } from "#server/messaging/outbox.ts";

const batchSize = 200;

type Schedule = Pick<
  RowOf<"Report_Schedules">,
  | "id"
  | "company"
  | "branch"
  | "report"
  | "is_across_branches"
  | "report_group"
  | "filters"
  | "frequency"
  | "hour"
  | "mailed_until"
> & { zone: string; branchName: string; companyName: string; path: string };

/** Queues the mails that are due. A schedule that fails does not keep the others from being sent; it is tried again. */
export async function mailReports({ services }: { services: AppServices }): Promise<void> {
  const failures: unknown[] = [];
  let lastId = 0;
  for (;;) {
    const schedules = await services.sql<Schedule[]>`
      select s.id, s.company, s.branch, s.report, s.is_across_branches, s.report_group, s.filters, s.frequency, s.hour, s.mailed_until,
        b.time_zone as zone, b.name as "branchName", c.name as "companyName", c.slug || '/' || b.slug as path
      from "Report_Schedules" s join "Branch" b on b.id = s.branch join "Companies" c on c.id = s.company
      where s.id > ${lastId} and s.state = 'active' and b.status = 'published' and not b.is_suspended
      order by s.id limit ${batchSize}`;
    for (const schedule of schedules)
      try {
        await mailSchedule({ services, schedule });
      } catch (error) {
        failures.push(error);
      }
    if (schedules.length < batchSize) break;
    lastId = schedules.at(-1)!.id;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} mailed reports failed`);
}

async function mailSchedule({ services, schedule }: { services: AppServices; schedule: Schedule }): Promise<void> {
  const { report, frequency, hour, zone, mailed_until: mailedUntil } = schedule;
  // A report or group that this version does not have.
  if (!isReportName(report) || !isMailableReport({ report, group: schedule.report_group ?? "" })) return;
  const period = getReport(report).period ?? "range";
  const range = getDuePeriod({ frequency, period, hour, now: services.clock(), zone });
  if (mailedUntil !== null && mailedUntil >= range.to) return;
  const figures = await readFigures({ services, schedule, range });
  await queueMails({ services, schedule, range, figures });
}

async function readFigures({
  services,
  schedule,
  range,
}: {
  services: AppServices;
  schedule: Schedule;
  range: DayRange;
}): Promise<string[]> {
  const { report, company, branch, is_across_branches: isAcrossBranches, report_group, filters, zone } = schedule;
  const definition = getReport(report);
  const group = report_group ?? Object.keys(definition.groups ?? {})[0] ?? "";
  const query = await createReportQuery({
    services,
    place: isAcrossBranches ? { company } : { branch },
    range,
    group,
    filters: filters ?? {},
  });
  const read: Reader = readers[report];
  const data = await read(query);
  const isCompared = (definition.period ?? "range") === "range";
  const compared = isCompared && (await read(moveQuery(query, getComparedRange({ range, comparison: "previous" }))));
  return listMailedFigures({ definition, data, previous: compared ? (compared.totals ?? null) : null, zone });
}

/**
 * The schedule's row decides between two servers: who finds it unchanged notes the period and queues the mails in one
 * transaction, and the other one, which waits for the row, finds it noted.
 */
function queueMails({
  services,
  schedule,
  range,
  figures,
}: {
  services: AppServices;
  schedule: Schedule;
  range: DayRange;
  figures: readonly string[];
}): Promise<void> {
  const { id, branch, report, is_across_branches: isAcrossBranches } = schedule;
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      const [due] = await tx<{ recipients: string[] }[]>`
        select recipients from "Report_Schedules"
        where id = ${id} and state = 'active' and (mailed_until is null or mailed_until < ${range.to}) for update`;
      if (!due) return;
      const allowed = await listReportReaders({ sql: tx, branch, isAcrossBranches });
      const recipients = allowed.filter((reader) => due.recipients.includes(reader.id));
      // Who may no longer see the report is not told again, also if the right comes back.
      const systemValues = {
        mailed_until: range.to,
        ...(recipients.length < due.recipients.length && { recipients: recipients.map((reader) => reader.id) }),
        ...(recipients.length === 0 && { state: "paused" }),
      };
      await updateItem({ ctx, collection: ReportSchedules, id, payload: {}, systemValues, bypassAccess: true });
      const values = {
        report: getReport(report).title,
        place: isAcrossBranches ? `all branches of ${schedule.companyName}` : schedule.branchName,
        period: range.from === range.to ? range.from : `${range.from} to ${range.to}`,
        figures_lines: figures.join("\n"),
        report_link: getLink({ services, schedule, range }),
      };
      // Figures of all branches are not listed among the messages of one of them.
      const place = isAcrossBranches ? null : branch;
      for (const { name, email: to } of recipients)
        await queueMail({ ctx, branch: place, to, template: "report", values: { ...values, name } });
    },
  });
}

function getLink({
  services,
  schedule: { path, report, report_group, is_across_branches: isAcrossBranches, filters },
  range,
}: {
  services: AppServices;
  schedule: Schedule;
  range: DayRange;
}): string {
  const page = getReportPage({
    report,
    range,
    isAcrossBranches,
    group: report_group ?? "",
    compare: (getReport(report).period ?? "range") === "range" ? "previous" : "",
    filters: filters ?? {},
    sort: "",
  });
  return `${services.config.publicUrl}/${path}/${page}`;
}
