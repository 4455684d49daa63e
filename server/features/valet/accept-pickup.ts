// §4 valet 3 → 4: the first driver to accept gets the pickup; the others receive ASSIGNED_SOME_OTHER with the driver's
// name.
import type { valetActions } from "#domain/valet/actions.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";
import { runInTransaction } from "#server/context.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { queueCustomerPush } from "#server/messaging/push/queue-push.ts";
import { updateItem } from "#server/items/write/write.ts";
import { readCustomerTicket } from "#server/features/valet/customer/customer-ticket.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/**
 * Accepting again as the assigned driver changes nothing. Throws ASSIGNED_SOME_OTHER with `name`,
 * STATUS_ALREADY_UPDATED, NO_NEXT_STATUS, USER_ATTENDANCE_OFF.
 */
export async function acceptPickup({
  services,
  session,
  origin,
  id,
}: ContractCall<typeof valetActions.acceptPickup>): Promise<void> {
  try {
    await runInTransaction({
      services,
      session,
      origin,
      work: async (ctx) => {
        const payload = { status_id: valetSequence.onTheWay };
        await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload });
        if (isTestOf(ctx.actor)) return;
        const { plate, ...ticket } = await readCustomerTicket({ services, ctx, id });
        // A car that was parked again can be on the way a second time.
        const event = `valet-on-the-way:${id}:${ctx.now.getTime()}`;
        await queueCustomerPush({ ctx, ...ticket, template: "car-on-the-way", values: { plate }, event });
      },
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "STATUS_ALREADY_UPDATED") throw error;
    await throwAssignedToOther({ services, session, origin, id });
  }
}

async function throwAssignedToOther({ services, session, origin, id }: SessionContext & { id: number }): Promise<void> {
  const driver = await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const { pickup_request_assigned: driver } = await loadWritableTicket({ ctx, id });
      const [row] = await ctx.tx<{ id: string; name: string }[]>`
        select id, first_name as name from users where id = ${driver}`;
      return row;
    },
  });
  if (driver?.id === session.actor.id) return;
  if (!driver) throwApiError("STATUS_ALREADY_UPDATED");
  throwApiError("ASSIGNED_SOME_OTHER", { name: driver.name }, `Already assigned to ${driver.name}.`);
}
