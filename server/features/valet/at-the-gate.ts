// §4 valet 4 → 5: the vehicle is at the gate, reported by the assigned driver or a manager.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";
import { runInTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { readCustomerTicket } from "#server/features/valet/customer/customer-ticket.ts";
import { queueCustomerPush, queueSmsUnlessSeen } from "#server/messaging/push/queue-push.ts";

/**
 * Notifies the customer by a notification, or by SMS if no device shows it; not of a test. Throws ASSIGNED_SOME_OTHER with `name`,
 * STATUS_ALREADY_UPDATED, NO_NEXT_STATUS.
 */
export async function markAtGate({
  services,
  session,
  origin,
  id,
}: ContractCall<typeof valetActions.markAtGate>): Promise<void> {
  const payload = { status_id: valetSequence.atTheGate };
  await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      await updateItem({ ctx, collection: ValetAndParkingInformation, id, payload });
      if (isTestOf(ctx.actor)) return;
      const { plate, phone, branch, path } = await readCustomerTicket({ services, ctx, id });
      const values = { plate };
      // A car that was parked again can come a second time.
      const event = `valet-ready:${id}:${ctx.now.getTime()}`;
      const ready = { ctx, branch, template: "valet-ready", values, event } as const;
      const push = await queueCustomerPush({ ...ready, phone, path });
      await queueSmsUnlessSeen({ ...ready, to: phone, push });
    },
  });
}
