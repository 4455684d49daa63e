// §4 valet 3 → 4: whoever accepts first brings the car; the others are told at once who that is.
import { valetSequence } from "#domain/states/valet.ts";
import { inTransaction } from "#server/context.ts";
import { Refused, refuse } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { ownTicket, type Press, tickets } from "#server/features/valet/ticket.ts";

/**
 * A second press of the winner changes nothing. Throws ASSIGNED_SOME_OTHER with `name`, STATUS_ALREADY_UPDATED,
 * NO_NEXT_STATUS, USER_ATTENDANCE_OFF.
 */
export async function acceptPickup({ house, session, origin, id }: Press): Promise<void> {
  try {
    await inTransaction({
      house,
      session,
      origin,
      work: (ctx) => updateItem({ ctx, collection: tickets, id, payload: { status_id: valetSequence.onTheWay } }),
    });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "STATUS_ALREADY_UPDATED") throw error;
    await tellWhoHasIt({ house, session, origin, id, body: {} });
  }
}

async function tellWhoHasIt({ house, session, origin, id }: Press): Promise<void> {
  const driver = await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const { pickup_request_assigned: driver } = await ownTicket({ ctx, id });
      const [row] = await ctx.tx<{ id: string; name: string }[]>`
        select id, first_name as name from users where id = ${driver}`;
      return row;
    },
  });
  if (driver?.id === session.who.id) return;
  if (!driver) refuse("STATUS_ALREADY_UPDATED");
  refuse("ASSIGNED_SOME_OTHER", { name: driver.name }, `${driver.name} has this car already.`);
}
