// §4: cancels a ticket made by mistake, or whose customer takes the car back, refunds what was paid online, and records that the tip
// in cash was returned.
import type { valetActions } from "#domain/valet/actions.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { getCollectedTip } from "#domain/valet/corrections/void-ticket.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { runInTransaction } from "#server/context.ts";
import { lockEntry } from "#server/features/payments/payment-records.ts";
import { refundEntryPayments } from "#server/features/payments/refund-payment.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * Throws CHANGE_REASON_REQUIRED, VOID_NOT_ALLOWED, VOID_CASH_RECEIVED, STATUS_ALREADY_UPDATED, USER_ATTENDANCE_OFF, and
 * the errors of a refund.
 */
export async function voidTicket({
  id,
  body,
  ...context
}: ContractCall<typeof valetActions.voidTicket>): Promise<void> {
  const reason = requireChangeReason(body.reason);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await loadWritableTicket({ ctx, id });
      // Before the ticket changes, in the order in which payments are settled: first the attempts, then the ticket.
      await refundEntryPayments({ services: context.services, ctx, entry: { kind: "V", id }, reason });
      const ticket = await lockEntry({ tx: ctx.tx, entry: { kind: "V", id } });
      const tip = ticket ? getCollectedTip(ticket) : 0;
      const returnedTip = { valet_tip: null, tip_collected_at: null };
      const isTipReturned = tip > 0 && body.returned_tip === tip;
      await updateItem({
        ctx,
        collection: ValetAndParkingInformation,
        id,
        payload: { status_id: valetSequence.checkedOut },
        systemValues: {
          voided_at: ctx.now,
          voided_by: ctx.actor.id,
          change_reason: reason,
          ...(isTipReturned ? returnedTip : {}),
        },
      });
    },
  });
}
