// §4 valet 2 → 3: the customer wants the car; staff ask for it on their behalf. From the customer's page: customer-routes.ts.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import { type Press, tickets } from "#server/features/valet/ticket.ts";

/** Throws STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, USER_ATTENDANCE_OFF. */
export async function requestPickup({ house, session, origin, id }: Press): Promise<void> {
  const payload = { status_id: valetSequence.pickupRequested };
  await inTransaction({ house, session, origin, work: (ctx) => updateItem({ ctx, collection: tickets, id, payload }) });
}
