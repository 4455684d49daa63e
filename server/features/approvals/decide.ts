// §4 Approvals: an approver, manager or admin approves or rejects a request, once.
import type { Row } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { canDecideRequest } from "#domain/approvals/approval.ts";
import { parkingSequence, getEntryStates } from "#domain/parking/states.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { type IdempotentContext, requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import { refundRejectedEntry } from "#server/features/parking/void-entry.ts";
import { sendInvite } from "#server/features/parking/parking-messages.ts";

export type ApprovalDecision = "approve" | "reject";

type DecideOptions = IdempotentContext & {
  id: number;
  decision: ApprovalDecision;
  /** Of a rejection. */
  reason: unknown;
};

/**
 * Throws STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED for a decided request, FORBIDDEN if the actor may not
 * decide it, CHANGE_REASON_REQUIRED for a rejection without a reason.
 */
export function decideEntry({ id, decision, reason, ...context }: DecideOptions): Promise<void> {
  return runInTransaction({
    ...context,
    result: noResult,
    work: (ctx) => applyEntryDecision({ services: context.services, ctx, id, decision, reason }),
  });
}

/** Decides a pass; if an entry waits at the gate with it, both are decided together. */
export function decidePass({ id, decision, reason, ...context }: DecideOptions): Promise<void> {
  return runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const [open] = await ctx.tx<{ id: number }[]>`
        select id from "Parking_Information" where parking_main_info = ${id} and parking_status_id = ${parkingSequence.pending}`;
      if (open) return applyEntryDecision({ services: context.services, ctx, id: open.id, decision, reason });
      const cancelled = parkingSequence.cancelled;
      const rejected: Row = { parking_status_id: cancelled, status_id: cancelled, is_waiting_for_approve: false };
      const systemValues: Row = {
        approved_by: ctx.actor.id,
        approved_at: ctx.now,
        ...(decision === "reject" ? { ...rejected, decision_reason: requireChangeReason(reason) } : {}),
      };
      // The rule decides who may approve (domain/approvals/approval.ts), since approvers have no write access to passes
      // otherwise.
      await assertStillPending({ ctx, table: ParkingMainInformation.name, id });
      await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues, bypassAccess: true });
    },
  });
}

interface DecideInput {
  services: AppServices;
  ctx: WriteContext;
  id: number;
  decision: ApprovalDecision;
  reason: unknown;
}

async function applyEntryDecision({ services, ctx, id, decision, reason }: DecideInput): Promise<void> {
  const rejection = decision === "reject" ? requireChangeReason(reason) : undefined;
  if (rejection !== undefined) {
    await assertMayDecide({ ctx, table: ParkingInformation.name, id });
    await refundRejectedEntry({ services, tx: ctx.tx, id, reason: rejection });
  }
  await assertStillPending({ ctx, table: ParkingInformation.name, id });
  const payload =
    rejection === undefined ? {} : { parking_status_id: parkingSequence.cancelled, decision_reason: rejection };
  await updateItem({
    ctx,
    collection: ParkingInformation,
    id,
    payload,
    systemValues: { approved_by: ctx.actor.id, approved_at: ctx.now },
  });
  // The visitor of an employee or customer gets the invite only now that it is approved. The approval does not fail
  // when the message quota is used up: the host can forward the link.
  if (decision === "approve") await sendInvite({ services, ctx, id, onExceeded: "withhold" });
}

/** Answers FORBIDDEN without the request's state to a caller who may not decide it. */
async function assertMayDecide({ ctx, table, id }: { ctx: WriteContext; table: string; id: number }): Promise<void> {
  const { actor, tx } = ctx;
  const [row] = await tx<Row[]>`select branch, company from ${tx(table)} where id = ${id}`;
  if (!row || !canDecideRequest({ actor, branch: row["branch"], company: row["company"] })) throwApiError("FORBIDDEN");
}

/** Locks the row and reports an already decided request, instead of the invalid transition of the state table. */
async function assertStillPending({ ctx, table, id }: { ctx: WriteContext; table: string; id: number }): Promise<void> {
  await assertMayDecide({ ctx, table, id });
  const [row] = await ctx.tx<
    Row[]
  >`select is_person, parking_status_id from ${ctx.tx(table)} where id = ${id} for update`;
  if (row && row["parking_status_id"] !== parkingSequence.pending)
    throwApiError(getEntryStates(row).alreadyInStateError);
}
