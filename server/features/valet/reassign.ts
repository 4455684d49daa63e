// §4: a manager gives a car, or its pickup, to somebody else on duty.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { refusePayload } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { onlyNaming, ownTicket, type Press, tickets } from "#server/features/valet/ticket.ts";

/**
 * Before the pickup it is who looks after the car that changes, from then on who brings it. Throws STAFF_NOT_AVAILABLE,
 * ASSIGN_STAFF, FORBIDDEN or ASSIGNED_SOME_OTHER for staff, NO_NEXT_STATUS.
 */
export async function reassign({ house, session, origin, id, body }: Press): Promise<void> {
  const { to } = onlyNaming({ body, names: ["to"], action: "giving a car to somebody" });
  if (to !== null && typeof to !== "string") refusePayload('"to" must be the id of a person.');
  await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const { status_id: status } = await ownTicket({ ctx, id });
      const field = status < valetSequence.pickupRequested ? "Assigned_Staff" : "pickup_request_assigned";
      await updateItem({ ctx, collection: tickets, id, payload: { [field]: to } });
    },
  });
}
