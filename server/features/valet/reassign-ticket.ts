// §4: a manager reassigns a ticket or its pickup to another user on duty; drivers hand over their own.
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { updateItem } from "#server/items/write/write.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/**
 * Changes the assigned staff before the pickup request, and the pickup driver from then on. Throws STAFF_NOT_AVAILABLE,
 * ASSIGN_STAFF, FORBIDDEN or ASSIGNED_SOME_OTHER for staff, NO_NEXT_STATUS.
 */
export async function reassignTicket({
  services,
  session,
  origin,
  id,
  body: { to },
}: ContractCall<typeof valetActions.reassign>): Promise<void> {
  await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const { status_id: status } = await loadWritableTicket({ ctx, id });
      const field = status < valetSequence.pickupRequested ? "Assigned_Staff" : "pickup_request_assigned";
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload: { [field]: to } });
    },
  });
}
