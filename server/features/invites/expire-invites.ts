// reading.md §4: cancels expired invites (3 → 4) through the common write path.
import { runTransaction } from "#server/db/transaction.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { ApiError } from "#server/items/api-error.ts";
import { refundExpiredInvite } from "#server/features/parking/void-entry.ts";
import { updateItem } from "#server/items/write/write.ts";

/** Invites per query. Each is cancelled in its own transaction, so that a failure does not affect the others. */
const batchSize = 200;

/** Cancels the invites expired at `now` and returns their number. May run in several servers concurrently. */
export async function expireInvites({ services, now }: { services: AppServices; now: Date }): Promise<number> {
  let expired = 0;
  let lastId = 0;
  for (;;) {
    const due = await services.sql<{ id: number }[]>`
      select id from "Parking_Information"
      where parking_status_id = 3 and is_invited and invite_end_date <= ${now} and id > ${lastId} order by id limit ${batchSize}`;
    for (const { id } of due) if (await expireInvite({ services, id, now })) expired += 1;
    if (due.length < batchSize) return expired;
    lastId = due.at(-1)!.id;
  }
}

/** What was paid ahead is refunded. Returns false if the invite was used or cancelled concurrently. */
async function expireInvite({ services, id, now }: { services: AppServices; id: number; now: Date }): Promise<boolean> {
  const payload = { parking_status_id: 4 };
  try {
    await runTransaction({
      sql: services.sql,
      work: async (tx) => {
        const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
        await refundExpiredInvite({ services, ctx, id });
        await updateItem({ ctx: { ...ctx, now }, collection: ParkingInformation, id, payload, bypassAccess: true });
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
