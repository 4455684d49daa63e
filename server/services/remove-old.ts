// reading.md §10: messages and one-time codes that are long done with are not kept for ever; once a day they are removed.
import type { Collection } from "#domain/collection.ts";
import { Outbox } from "#domain/collections/outbox.ts";
import { limits } from "#domain/limits.ts";
import { nobody } from "#domain/roles.ts";
import { type House, writeContext } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { deleteItem } from "#server/items/write.ts";

const outbox = Outbox as unknown as Collection;
const dayMs = 24 * 60 * 60 * 1000;
const daysBefore = ({ now, days }: { now: Date; days: number }): Date => new Date(now.getTime() - days * dayMs);

/**
 * Removes what is older than `domain/limits.ts` says, by the house's clock, some at a time so that nobody waits long. What
 * still waits to be sent stays, however old; what was sent stands in the activity log as before. Answers how many went.
 */
export async function removeOld({ house }: { house: House }): Promise<{ messages: number; codes: number }> {
  const messages = await untilNoneIsLeft(() => removeMessages({ house }));
  const codes = await untilNoneIsLeft(() => removeCodes({ house }));
  return { messages, codes };
}

async function untilNoneIsLeft(remove: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const removed = await remove();
    all += removed;
    if (removed < limits.removedAtATime) return all;
  }
}

function removeMessages({ house }: { house: House }): Promise<number> {
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      const ctx = writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } });
      const before = daysBefore({ now: ctx.now, days: limits.keepMessagesDays });
      // Another server that does the same takes others.
      const old = await tx<{ id: number }[]>`
        select id from "Outbox" where status <> 'waiting' and coalesce(date_updated, date_created) < ${before}
        order by id limit ${limits.removedAtATime} for update skip locked`;
      for (const { id } of old) await deleteItem({ ctx, collection: outbox, id, isOurs: true });
      return old.length;
    },
  });
}

/** A code holds for minutes and counts for a day against the next ones; nothing looks at it after that. */
async function removeCodes({ house }: { house: House }): Promise<number> {
  const before = daysBefore({ now: house.clock(), days: limits.keepCodesDays });
  const removed = await house.sql`
    delete from otp_challenges where id in (
      select id from otp_challenges where created_at < ${before} order by created_at limit ${limits.removedAtATime})`;
  return removed.count;
}
