// §7 §8 Outbox: mails and SMS a branch has sent today, and its daily limits.
import { Outbox } from "#domain/messages/outbox.collection.ts";
import { matchesFilter } from "#domain/schema/filter.ts";
import type { messageActions } from "#domain/messages/actions.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { readBranchUsage } from "#server/messaging/quota.ts";

/** FORBIDDEN unless the actor may read the branch's outbox. */
export async function readMessageUsage({
  services,
  session,
  branch,
}: {
  services: AppServices;
  session: Session;
  branch: number;
}): Promise<ContractReply<typeof messageActions.readUsage>> {
  const grant = getGrant({ collection: Outbox, operation: "read", actor: session.actor });
  const [row] = await services.sql<
    { company: number; zone: string; smsPerDay: number | null; mailsPerDay: number | null }[]
  >`
    select company, time_zone as zone, sms_per_day as "smsPerDay", mails_per_day as "mailsPerDay" from "Branch"
    where id = ${branch}`;
  if (!grant || !row) return throwApiError("FORBIDDEN");
  const { company, ...quota } = row;
  if (grant.rows !== true && !matchesFilter({ branch, company }, grant.rows)) throwApiError("FORBIDDEN");
  return readBranchUsage({ sql: services.sql, branch: { id: branch, ...quota }, now: services.clock() });
}
