// §2 /generate-one-time-password: renews the handover code for a customer who lost the ticket; the history records who
// did it.
import { z } from "zod";
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { canManageValet } from "#domain/valet/valet-staff.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { isTicketCodeLocked } from "#server/auth/code-attempts.ts";
import { notifyCustomer } from "#server/features/valet/create-ticket.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/**
 * Invalidates the old code and the QR code of the slip. Throws HANDOVER_LOCKED, NO_NEXT_STATUS, USER_ATTENDANCE_OFF.
 */
export function renewHandoverCode({
  id,
  body: _,
  ...context
}: ContractCall<typeof valetActions.renewCode>): Promise<string> {
  return runInTransaction({
    ...context,
    result: z.string(),
    work: async (ctx) => {
      let otp = "";
      const ticket = await loadWritableTicket({ ctx, id });
      if (ticket.status_id === valetSequence.checkedOut) throwApiError("NO_NEXT_STATUS");
      const isLocked = await isTicketCodeLocked({ tx: ctx.tx, ticket: id, purpose: "handover", now: ctx.now });
      if (isLocked && !canManageValet(ctx.actor)) throwApiError("HANDOVER_LOCKED");
      await updateItem({
        ctx: { ...ctx, revealSecret: ({ value }) => (otp = value) },
        collection: ValetAndParkingInformation,
        id,
        payload: {},
        systemValues: { otp_renewed_at: ctx.now },
      });
      await notifyCustomer({ services: context.services, ctx, id, otp, template: "valet-new-code" });
      return otp;
    },
  });
}
