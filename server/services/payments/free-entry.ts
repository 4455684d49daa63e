import type { House } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { updateItem } from "#server/items/write.ts";
import { asServer, type Attempt, entryCollections, lockEntry } from "#server/services/payments/ledger.ts";

/** §4 "Failure resets the merchant ids to empty": another attempt may start; this one keeps its own. */
export async function freeEntry({ house, tx, attempt }: { house: House; tx: Tx; attempt: Attempt }): Promise<void> {
  const row = await lockEntry({ tx, entry: attempt.entry });
  if (row?.["merchant_transaction_id"] !== attempt.transactionId) return;
  const set = { merchant_id: null, merchant_transaction_id: null };
  const collection = entryCollections[attempt.entry.kind];
  await updateItem({ ctx: asServer({ house, tx }), collection, id: attempt.entry.id, payload: {}, set, isOurs: true });
}
