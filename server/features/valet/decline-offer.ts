// §8: declines the offer of a pickup; it is offered to the next driver immediately.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/** Throws STATUS_ALREADY_UPDATED if the pickup is no longer offered to the actor, USER_ATTENDANCE_OFF. */
export async function declineOffer({
  services,
  session,
  origin,
  id,
}: ContractCall<typeof valetActions.declineOffer>): Promise<void> {
  const branch = await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const ticket = await loadWritableTicket({ ctx, id });
      if (ticket.offered_to !== ctx.actor.id) throwApiError("STATUS_ALREADY_UPDATED");
      await updateItem({
        ctx,
        collection: ValetAndParkingInformation,
        id,
        payload: {},
        systemValues: { offered_to: null, offered_at: null, offer_expires_at: null },
      });
      return ticket.branch;
    },
  });
  await offerPickups({ services, branch });
}
