// §4 valet 1 → 2: the car is parked, in the slot asked for or the lowest that is free; where the key hangs is noted.
import { inTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import { onlyNaming, type Press, tickets } from "#server/features/valet/ticket.ts";
import { valetSequence } from "#domain/states/valet.ts";

const names = ["slot_prefix", "slot_no", "key_tag"];

/** Throws STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, ASSIGNED_SOME_OTHER, NO_STAFF_ASSIGN, SLOT_FULL, SLOT_EXIST, NOT_SETTLED. */
export async function park({ house, session, origin, id, body }: Press): Promise<void> {
  const payload = { ...onlyNaming({ body, names, action: "parking a car" }), status_id: valetSequence.parked };
  await inTransaction({ house, session, origin, work: (ctx) => updateItem({ ctx, collection: tickets, id, payload }) });
}
