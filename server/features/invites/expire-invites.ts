// reading.md §4: cancels expired invites (3 → 4) through the common write path.
import type { AppServices } from "#server/context.ts";
import { expireEntry } from "#server/features/parking/void-entry.ts";

/** Invites per query. Each is cancelled in its own transaction, so that a failure does not affect the others. */
const batchSize = 200;
const reason = "The invite expired unused";

/** Cancels the invites expired at `now` and returns their number. May run in several servers concurrently. */
export async function expireInvites({ services, now }: { services: AppServices; now: Date }): Promise<number> {
  let expired = 0;
  let lastId = 0;
  for (;;) {
    const due = await services.sql<{ id: number }[]>`
      select id from "Parking_Information"
      where parking_status_id = 3 and is_invited and invite_end_date <= ${now} and id > ${lastId} order by id limit ${batchSize}`;
    for (const { id } of due) if (await expireEntry({ services, now, id, reason })) expired += 1;
    if (due.length < batchSize) return expired;
    lastId = due.at(-1)!.id;
  }
}
