// §4 valet 2 → 3: staff request the pickup on behalf of the customer. Requests of the ticket page: customer-routes.ts.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write/write.ts";

/** Throws STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, USER_ATTENDANCE_OFF. */
export async function requestPickup({
  services,
  session,
  origin,
  id,
}: ContractCall<typeof valetActions.requestPickup>): Promise<void> {
  const payload = { status_id: valetSequence.pickupRequested };
  await runInTransaction({
    services,
    session,
    origin,
    work: (ctx) => updateItem({ ctx, collection: ValetAndParkingInformation, id, payload }),
  });
}
