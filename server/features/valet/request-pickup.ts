// §4 valet 2 → 3: staff request the pickup on behalf of the customer. Requests of the ticket page: customer-routes.ts.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { updateItem } from "#server/items/write/write.ts";

/** Throws STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, USER_ATTENDANCE_OFF, FAILED_VALIDATION for an unknown gate. */
export async function requestPickup({ body, ...call }: ContractCall<typeof valetActions.requestPickup>): Promise<void> {
  await updateTicket({ ...call, payload: { ...body, status_id: valetSequence.pickupRequested } });
}

/** Throws FAILED_VALIDATION for an unknown gate, NO_NEXT_STATUS once the car is at the gate, USER_ATTENDANCE_OFF. */
export async function choosePickupGate({
  body,
  ...call
}: ContractCall<typeof valetActions.choosePickupGate>): Promise<void> {
  await updateTicket({ ...call, payload: body });
}

async function updateTicket({
  services,
  session,
  origin,
  id,
  payload,
}: SessionContext & { id: number; payload: Row }): Promise<void> {
  await runInTransaction({
    services,
    session,
    origin,
    work: (ctx) => updateItem({ ctx, collection: ValetAndParkingInformation, id, payload }),
  });
}
