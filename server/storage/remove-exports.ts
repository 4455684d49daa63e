// reading.md §10: exports are available to their creator for 24 hours; then record and bytes are deleted.
import { Files } from "#domain/files/files.collection.ts";
import * as limits from "#domain/limits.ts";
import { anonymous } from "#domain/access/roles.ts";
import { getExportExpiryCutoff } from "#domain/files/file-purpose.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { deleteItem } from "#server/items/write/write.ts";

/**
 * Deletes the records of expired exports in batches, one per transaction, and returns how many; the sweep deletes their
 * bytes.
 */
export async function removeExpiredExports({ services }: { services: AppServices }): Promise<number> {
  for (let total = 0; ;) {
    const removed = await removeBatch({ services });
    total += removed;
    if (removed < limits.removedAtATime) return total;
  }
}

function removeBatch({ services }: { services: AppServices }): Promise<number> {
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      // Another server that runs concurrently locks other rows.
      const expired = await tx<{ id: string }[]>`
        select id from files where purpose = 'export' and date_created < ${getExportExpiryCutoff(ctx.now)}
        order by date_created limit ${limits.removedAtATime} for update skip locked`;
      for (const { id } of expired) await deleteItem({ ctx, collection: Files, id, bypassAccess: true });
      return expired.length;
    },
  });
}
