// §4 Approvals: a member of the visited unit reads and answers a request through the link of the SMS.
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { getEntryStates, parkingSequence } from "#domain/parking/states.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { visitActions, visitRequestStates } from "#domain/visitors/actions.ts";
import { anonymous } from "#domain/access/roles.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { ContractCall, PublicContext } from "#server/http/implement.ts";
import { refundRejectedEntry } from "#server/features/parking/void-entry.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

type VisitRequest = ContractResult<typeof visitActions.readRequest>;
type State = (typeof visitRequestStates)[number];

/** How long a link can be opened after the request. */
const linkLifetimeMs = 24 * 60 * 60_000;

interface StoredRequest extends Omit<VisitRequest, "state" | "requested_at"> {
  status: number;
  isWaiting: boolean;
  requestedAt: Date;
}

function getState({ status, isWaiting, reason }: StoredRequest): State {
  if (status === parkingSequence.cancelled) return reason === null ? "cancelled" : "rejected";
  return isWaiting ? "waiting" : "approved";
}

/** INVALID_TOKEN for another link and a member who was removed, LINK_EXPIRED for a request that is more than a day old. */
export async function readVisitRequest({
  services: { sql, tokens, clock },
  headers,
}: PublicContext & { headers: { "x-visit"?: string } }): Promise<VisitRequest> {
  const { entry, member } = tokens.verify({ kind: tokenKinds.visitLink, token: headers["x-visit"] });
  const [found] = await sql<StoredRequest[]>`
    select p.parking_status_id as status, m.is_waiting_for_approve as "isWaiting", p.date_created as "requestedAt",
      coalesce(m.name, m.vehicle_no) as visitor, p.is_person, m.vehicle_no, m.entry_reason as purpose, p.person_count,
      u.name as unit, b.name as branch, c.name as company, p.decision_reason as reason,
      coalesce(a.name, d.first_name) as answered_by
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Branch" b on b.id = p.branch join "Companies" c on c.id = p.company
    join "Unit_Members" asked on asked.id = ${member} join "Branch_Units" u on u.id = asked.unit and u.id = m.unit
    left join "Unit_Members" a on a.id = p.answered_by_member left join users d on d.id = p.approved_by
    where p.id = ${entry}`;
  if (!found) return throwApiError("INVALID_TOKEN");
  if (clock().getTime() > found.requestedAt.getTime() + linkLifetimeMs) throwApiError("LINK_EXPIRED");
  const { status: _, isWaiting: __, requestedAt, ...request } = found;
  return { ...request, state: getState(found), requested_at: requestedAt.toISOString() };
}

/**
 * Decides for the whole unit. The first answer counts: STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED for a
 * later one; CHANGE_REASON_REQUIRED for a rejection without a reason, and the errors of `readVisitRequest`.
 */
export async function answerVisitRequest({
  body: { decision, reason },
  ...context
}: ContractCall<typeof visitActions.answerRequest>): Promise<VisitRequest> {
  const { services, origin, headers } = context;
  await readVisitRequest(context);
  const { entry: id, member } = services.tokens.verify({ kind: tokenKinds.visitLink, token: headers["x-visit"] });
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const payload = toDecision({ decision, reason });
      if (payload.decision_reason !== undefined)
        await refundRejectedEntry({ services, tx, id, reason: payload.decision_reason });
      const [entry] = await tx<{ is_person: boolean; isWaiting: boolean }[]>`
        select p.is_person, m.is_waiting_for_approve as "isWaiting"
        from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
        where p.id = ${id} for update`;
      if (!entry?.isWaiting) throwApiError(getEntryStates({ is_person: entry?.is_person }).alreadyInStateError);
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin });
      await updateItem({
        ctx,
        collection: ParkingInformation,
        id,
        payload: {},
        systemValues: { answered_by_member: member, approved_at: ctx.now, ...payload },
        bypassAccess: true,
      });
    },
  });
  return readVisitRequest(context);
}

function toDecision({ decision, reason }: { decision: "approve" | "reject"; reason?: unknown }): {
  parking_status_id?: number;
  decision_reason?: string;
} {
  if (decision === "approve") return {};
  return { parking_status_id: parkingSequence.cancelled, decision_reason: requireChangeReason(reason) };
}
