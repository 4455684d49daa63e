// §2 /generate-one-time-password: another code for a customer who lost the ticket. Its history says who made it.
import { isManaging } from "#domain/rules/valet-staff.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { isTicketLocked } from "#server/services/code-tries.ts";
import { tellCustomer } from "#server/features/valet/create-ticket.ts";
import { ownTicket, type Press, tickets } from "#server/features/valet/ticket.ts";

/** The old code and the slip's QR open nothing any more. Throws HANDOVER_LOCKED, NO_NEXT_STATUS, USER_ATTENDANCE_OFF. */
export async function newCode({ house, session, origin, id }: Press): Promise<string> {
  let otp = "";
  await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const ticket = await ownTicket({ ctx, id });
      if (ticket.status_id === valetSequence.checkedOut) refuse("NO_NEXT_STATUS");
      const isLocked = await isTicketLocked({ tx: ctx.tx, ticket: id, purpose: "handover", now: ctx.now });
      if (isLocked && !isManaging(ctx.who)) refuse("HANDOVER_LOCKED");
      await updateItem({
        ctx: { ...ctx, reveal: ({ value }) => (otp = value) },
        collection: tickets,
        id,
        payload: {},
        set: { otp_renewed_at: ctx.now },
      });
      await tellCustomer({ house, ctx, id, otp });
    },
  });
  return otp;
}
