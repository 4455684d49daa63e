// §4 Approvals: how fast the requests of visitors at the gate were answered.
import type { approvalActions } from "#domain/approvals/actions.ts";
import { startOfDay } from "#domain/dates.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";

/**
 * Requests of today, in the branch's time zone, without invites: those are made before the visitor arrives. FORBIDDEN
 * without a branch.
 */
export async function readAnswerTimes({
  services: { sql, clock },
  session: { actor },
}: ActionContext): Promise<ContractResult<typeof approvalActions.readAnswerTimes>> {
  const { branch } = actor;
  if (branch === null) throwApiError("FORBIDDEN");
  const [zone] = await sql<{ name: string }[]>`select time_zone as name from "Branch" where id = ${branch}`;
  const from = startOfDay({ at: clock(), zone: zone!.name });
  const [times] = await sql<{ decided: number; median: number | null }[]>`
    select count(*)::int as decided,
      round(percentile_cont(0.5) within group (order by extract(epoch from approved_at - date_created)))::int as median
    from "Parking_Information"
    where branch = ${branch} and date_created >= ${from} and approved_at >= ${from} and not is_invited`;
  return { decided: times!.decided, median_seconds: times!.median };
}
