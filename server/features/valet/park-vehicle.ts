// §4 valet 1 → 2: parks the vehicle in the requested or the lowest free slot and records its key tag; moves it to
// another slot; and parks it again if the customer does not come (3, 4, 5 → 2).
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { runInTransaction } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { isInSlot, valetSequence } from "#domain/valet/states.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

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
    work: async (ctx) => {
      // A request that is withdrawn, or a car that goes back, is an action of its own.
      const ticket = await loadWritableTicket({ ctx, id, isLocked: true });
      if (ticket.status_id > valetSequence.parked) throwApiError("NO_NEXT_STATUS");
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload });
    },
  });
}

/** Without a slot in the body the car goes back to its own. Throws STATUS_ALREADY_UPDATED, ASSIGNED_SOME_OTHER, SLOT_EXIST. */
export async function reparkVehicle({ id, body, ...context }: ContractCall<typeof valetActions.repark>): Promise<void> {
  const payload = { ...body, status_id: valetSequence.parked };
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const ticket = await loadWritableTicket({ ctx, id, isLocked: true });
      if (ticket.status_id === valetSequence.received) throwApiError("NO_NEXT_STATUS");
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload });
    },
  });
}

/**
 * Also while the pickup is requested or a driver is on the way, who is then sent to the slot where the car stands. Throws
 * NO_NEXT_STATUS unless it is parked and not at the gate yet, SLOT_EXIST, SLOT_FOR_OTHER_TYPES.
 */
export async function changeSlot({
  id,
  body,
  ...context
}: ContractCall<typeof valetActions.changeSlot>): Promise<void> {
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const { status_id: status } = await loadWritableTicket({ ctx, id, isLocked: true });
      if (!isInSlot(status)) throwApiError("NO_NEXT_STATUS");
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload: { ...body } });
    },
  });
}
