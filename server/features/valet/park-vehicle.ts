// §4 valet 1 → 2: parks the vehicle in the requested or the lowest free slot and records its key tag.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { runInTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";

/**
 * Throws STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, ASSIGNED_SOME_OTHER, NO_STAFF_ASSIGN, SLOT_FULL, SLOT_EXIST,
 * NOT_SETTLED.
 */
export async function parkVehicle({
  services,
  session,
  origin,
  id,
  body,
}: ContractCall<typeof valetActions.park>): Promise<void> {
  const payload = { ...body, status_id: valetSequence.parked };
  await runInTransaction({
    services,
    session,
    origin,
    work: (ctx) => updateItem({ ctx, collection: ValetAndParkingInformation, id, payload }),
  });
}
