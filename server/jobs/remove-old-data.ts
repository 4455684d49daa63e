// reading.md §10: daily deletion of old messages, one-time codes and idempotency keys.
import { Outbox } from "#domain/messages/outbox.collection.ts";
import * as limits from "#domain/limits.ts";
import { anonymous } from "#domain/access/roles.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { getExpiryCutoff } from "#server/http/idempotency.ts";
import { removeOldCounts } from "#server/messaging/quota.ts";
import { deletePersonalRevisions } from "#server/privacy/anonymise.ts";
import { deleteItem } from "#server/items/write/write.ts";

const dayMs = 24 * 60 * 60 * 1000;
const subtractDays = ({ now, days }: { now: Date; days: number }): Date => new Date(now.getTime() - days * dayMs);

/**
 * Deletes messages and codes older than the retention settings (`domain/privacy/retention.ts`), and idempotency keys
 * after 24 hours, in batches so that locks stay short. Queued messages are kept whatever their age; the activity log is not changed. Returns the number of
 * deleted rows.
 */
export async function removeOldData({
  services,
}: {
  services: AppServices;
}): Promise<{ messages: number; codes: number }> {
  await repeatUntilEmpty(() =>
    removeOldCounts({ sql: services.sql, now: services.clock(), days: services.config.retention.codes }),
  );
  await repeatUntilEmpty(() => removeIdempotencyKeys({ services }));
  const messages = await repeatUntilEmpty(() => removeMessages({ services }));
  const codes = await repeatUntilEmpty(() => removeCodes({ services }));
  return { messages, codes };
}

async function repeatUntilEmpty(remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const removed = await remove();
    total += removed;
    if (removed < limits.removedAtATime) return total;
  }
}

function removeMessages({ services }: { services: AppServices }): Promise<number> {
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      const cutoff = subtractDays({ now: ctx.now, days: services.config.retention.messages });
      // Another server that runs concurrently locks other rows.
      const old = await tx<{ id: number }[]>`
        select id from "Outbox" where status <> 'waiting' and coalesce(date_updated, date_created) < ${cutoff}
        order by id limit ${limits.removedAtATime} for update skip locked`;
      for (const { id } of old) await deleteItem({ ctx, collection: Outbox, id, bypassAccess: true });
      // Of a deleted message neither erasure nor a search would find them.
      await deletePersonalRevisions({ tx, collection: "Outbox", ids: old.map(({ id }) => id) });
      return old.length;
    },
  });
}

/** A code is valid for minutes and counted for a day; it is not used afterwards. */
async function removeCodes({ services }: { services: AppServices }): Promise<number> {
  const cutoff = subtractDays({ now: services.clock(), days: services.config.retention.codes });
  const removed = await services.sql`
    delete from otp_challenges where id in (
      select id from otp_challenges where created_at < ${cutoff} order by created_at limit ${limits.removedAtATime})`;
  return removed.count;
}

/** Locked keys are in use by a request or by another server that removes them. */
async function removeIdempotencyKeys({ services }: { services: AppServices }): Promise<number> {
  const removed = await services.sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys where created_at <= ${getExpiryCutoff(services.clock())}
      order by created_at limit ${limits.removedAtATime} for update skip locked)`;
  return removed.count;
}
