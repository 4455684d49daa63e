// §8: a driver who cannot take the car he was offered passes it on; the next is asked at once.
import { inTransaction } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { ownTicket, type Press, tickets } from "#server/features/valet/ticket.ts";

/** Throws STATUS_ALREADY_UPDATED where the offer is no longer one's own, USER_ATTENDANCE_OFF. */
export async function passOffer({ house, session, origin, id }: Press): Promise<void> {
  const branch = await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const ticket = await ownTicket({ ctx, id });
      if (ticket.offered_to !== ctx.who.id) refuse("STATUS_ALREADY_UPDATED");
      await updateItem({
        ctx,
        collection: tickets,
        id,
        payload: {},
        set: { offered_to: null, offered_at: null, offer_expires_at: null },
      });
      return ticket.branch;
    },
  });
  await offerPickups({ house, branch });
}
