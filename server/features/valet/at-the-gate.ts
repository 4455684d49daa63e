// §4 valet 4 → 5: the vehicle is at the gate, reported by the assigned driver or a manager.
import type { valetActions } from "#domain/valet/actions.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { runInTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { queueSms } from "#server/messaging/outbox.ts";

/** Notifies the customer by SMS. Throws ASSIGNED_SOME_OTHER with `name`, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
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
      const [ticket] = await ctx.tx<{ plate: string; phone: string; branch: number }[]>`
        select "Vehicle_Number" as plate, "Customer_Phone_Number" as phone, branch
        from "Valet_and_Parking_Information" where id = ${id}`;
      const { plate, phone, branch } = ticket!;
      const values = { plate };
      // A car that was parked again can come a second time.
      const event = `valet-ready:${id}:${ctx.now.getTime()}`;
      await queueSms({ ctx, branch, to: phone, template: "valet-ready", values, event });
    },
  });
}
