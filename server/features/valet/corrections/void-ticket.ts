// §4: cancels a ticket made by mistake, or whose customer takes the car back, and refunds what was paid online.
import type { valetActions } from "#domain/valet/actions.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { runInTransaction } from "#server/context.ts";
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
      await updateItem({
        ctx,
        collection: ValetAndParkingInformation,
        id,
        payload: { status_id: valetSequence.checkedOut },
        systemValues: { voided_at: ctx.now, voided_by: ctx.actor.id, change_reason: reason },
      });
    },
  });
}
