import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { returnUses } from "#server/features/offers/return-uses.ts";
import { updateItem } from "#server/items/write/write.ts";
import {
  createSystemContext,
  isOfEntry,
  type PaymentAttempt,
  paidCollections,
  lockEntry,
} from "#server/features/payments/payment-records.ts";

/**
 * §4 "Failure resets the merchant ids to empty": the entry can start another attempt; the attempt itself keeps its ids. The
 * offers that it held are given back.
 */
export async function releaseEntry({
  services,
  tx,
  attempt,
}: {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
}): Promise<void> {
  if (!isOfEntry(attempt)) return;
  const row = await lockEntry({ tx, entry: attempt.entry });
  await returnUses({ ctx: createSystemContext({ services, tx }), of: { attempt: attempt.id } });
  if (row?.["merchant_transaction_id"] !== attempt.transactionId) return;
  const systemValues = { merchant_id: null, merchant_transaction_id: null };
  const collection = paidCollections[attempt.entry.kind];
  await updateItem({
    ctx: createSystemContext({ services, tx }),
    collection,
    id: attempt.entry.id,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
}
