// §4 valet 4 → 5: the car stands at the gate, brought by who accepted it, or so says a manager.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { updateItem } from "#server/items/write.ts";
import { queueSms } from "#server/services/outbox.ts";
import { type Press, tickets } from "#server/features/valet/ticket.ts";

/** The customer is told by SMS. Throws ASSIGNED_SOME_OTHER with `name`, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
export async function atTheGate({ house, session, origin, id }: Press): Promise<void> {
  const payload = { status_id: valetSequence.atTheGate };
  await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      await updateItem({ ctx, collection: tickets, id, payload });
      const [ticket] = await ctx.tx<{ plate: string; phone: string; branch: number }[]>`
        select "Vehicle_Number" as plate, "Customer_Phone_Number" as phone, branch
        from "Valet_and_Parking_Information" where id = ${id}`;
      const { plate, phone, branch } = ticket!;
      const values = { plate };
      await queueSms({ ctx, branch, to: phone, template: "valet-ready", values, event: `valet-ready:${id}` });
    },
  });
}
