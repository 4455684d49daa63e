// reading.md §4: an invite whose window is over is cancelled (3 → 4), through the one write path like any other.
import { transaction } from "#server/db/transaction.ts";
import type { Collection } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { nobody } from "#domain/roles.ts";
import { type House, writeContext } from "#server/context.ts";
import { Refused } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";

const collection = ParkingInformation as unknown as Collection;
/** So many at a time, each in its own transaction, so that one that fails holds up no other. */
const batch = 200;

/** Cancels the invites that are over at `now` and answers how many. May run in several servers at once. */
export async function expireInvites({ house, now }: { house: House; now: Date }): Promise<number> {
  let expired = 0;
  let last = 0;
  for (;;) {
    const due = await house.sql<{ id: number }[]>`
      select id from "Parking_Information"
      where parking_status_id = 3 and is_invited and invite_end_date <= ${now} and id > ${last} order by id limit ${batch}`;
    for (const { id } of due) if (await expire({ house, id, now })) expired += 1;
    if (due.length < batch) return expired;
    last = due.at(-1)!.id;
  }
}

/** False where somebody moved it first: it came in after all, or was cancelled. */
async function expire({ house, id, now }: { house: House; id: number; now: Date }): Promise<boolean> {
  const payload = { parking_status_id: 4 };
  try {
    await transaction({
      sql: house.sql,
      work: (tx) => {
        const ctx = writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } });
        return updateItem({ ctx: { ...ctx, now }, collection, id, payload, isOurs: true });
      },
    });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
