// §4: collects debts; each payment belongs to the day and the shift in which it is received.
import { type DebtRef, toDistinctDebts } from "#domain/debts/debt.ts";
import type { BranchChannel } from "#domain/payments/channels/payment-channels.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { readPaymentRequest } from "#server/features/payments/channels/payment-request.ts";
import { lockEntry, paidCollections } from "#server/features/payments/payment-records.ts";

/** What staff confirmed of a payment that is not in cash. */
export interface DebtChannel {
  channel: BranchChannel;
  reference: string;
}

/**
 * Collects the whole balance of each debt, in cash unless `through` names another channel, and returns the sum in paise.
 * ALREADY_PAID, DEBT_WRITTEN_OFF; NOTHING_OWED for an entry that has not left.
 */
export async function collectDebts({
  ctx,
  debts,
  through,
}: {
  ctx: WriteContext;
  debts: readonly DebtRef[];
  through?: DebtChannel | undefined;
}): Promise<number> {
  let collected = 0;
  for (const debt of toDistinctDebts(debts)) {
    const entry = await lockEntry({ tx: ctx.tx, entry: debt });
    const owed = entry?.out_time ? (entry.extended_amount ?? 0) : 0;
    // Only rows that the actor may change are reported on: the write path checks that first.
    const isExtra = owed > 0 && entry?.payment_status === "paid";
    await updateItem({
      ctx,
      collection: paidCollections[debt.kind],
      id: debt.id,
      payload: {
        payment_status: "paid",
        ...(through ? {} : { payment_mode: "cash" }),
        ...(isExtra ? { payment_type: "extra" } : {}),
      },
      ...(through ? { systemValues: await toChannelValues({ ctx, debt, through }) } : {}),
    });
    if (owed <= 0) throwApiError("NOTHING_OWED");
    collected += owed;
  }
  return collected;
}

/** Every row of the ledger has a request of its own, under the lock of its entry. */
async function toChannelValues({
  ctx,
  debt,
  through: { channel, reference },
}: {
  ctx: WriteContext;
  debt: DebtRef;
  through: DebtChannel;
}) {
  const request = await readPaymentRequest({ sql: ctx.tx, entry: debt });
  return { payment_channel: channel, payment_reference: reference, payment_request: request };
}
