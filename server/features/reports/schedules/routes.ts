// §2 Mailed reports: people who can be chosen, and leaving a schedule.
import { can } from "#domain/access/capabilities.ts";
import { findRole, roles } from "#domain/access/roles.ts";
import { scheduleActions } from "#domain/reports/schedules/actions.ts";
import { ReportSchedules } from "#domain/reports/schedules/report-schedules.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { listReportReaders } from "#server/features/reports/schedules/report-readers.ts";
import { type ContractCall, implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

async function listReaders({
  services: { sql },
  session: { actor },
  query: { branch },
}: ContractCall<typeof scheduleActions.listReaders>) {
  if (branch !== undefined && branch !== "all")
    throwApiError("INVALID_QUERY", { reason: "branch is all, or left out" });
  const isAcrossBranches = branch === "all";
  if (actor.branch === null || (isAcrossBranches && !can(actor, "branch.switch"))) throwApiError("FORBIDDEN");
  const readers = await listReportReaders({ sql, branch: actor.branch, isAcrossBranches, chooser: actor });
  return readers.map(({ id, name, role }) => ({ id, name, role: roles[findRole(role)].name }));
}

/** FORBIDDEN for who is not a recipient. Without recipients the schedule is paused. */
async function leaveSchedule({ id, userId, ...context }: ContractCall<typeof scheduleActions.leave>): Promise<void> {
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const [row] = await ctx.tx<{ recipients: string[] }[]>`
        select recipients from "Report_Schedules" where id = ${id} and recipients ? ${userId} for update`;
      if (!row) throwApiError("FORBIDDEN");
      const recipients = row.recipients.filter((recipient) => recipient !== userId);
      const systemValues = { recipients, ...(recipients.length === 0 && { state: "paused" }) };
      await updateItem({
        ctx,
        collection: ReportSchedules,
        id,
        payload: {},
        systemValues,
        bypassAccess: true,
      });
    },
  });
}

export const scheduleRoutes = [
  implement(scheduleActions.listReaders, listReaders),
  implement(scheduleActions.leave, leaveSchedule),
];
