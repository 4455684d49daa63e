// §4 valet 4 → 5: the car stands at the gate, brought by who accepted it, or so says a manager.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import { type Press, tickets } from "#server/features/valet/ticket.ts";

/** Throws ASSIGNED_SOME_OTHER with `name`, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
export async function atTheGate({ house, session, origin, id }: Press): Promise<void> {
  const payload = { status_id: valetSequence.atTheGate };
  await inTransaction({ house, session, origin, work: (ctx) => updateItem({ ctx, collection: tickets, id, payload }) });
}
