// §4: collects debts in cash; each payment belongs to the day and the shift in which it is received.
import { type DebtRef, toDistinctDebts } from "#domain/debts/debt.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { entryCollections, lockEntry } from "#server/features/payments/payment-records.ts";

/**
 * Collects the whole balance of each debt and returns the sum in paise. ALREADY_PAID, DEBT_WRITTEN_OFF; NOTHING_OWED for
 * an entry that has not left.
 */
export async function collectDebts({ ctx, debts }: { ctx: WriteContext; debts: readonly DebtRef[] }): Promise<number> {
  let collected = 0;
  for (const debt of toDistinctDebts(debts)) {
    const entry = await lockEntry({ tx: ctx.tx, entry: debt });
    const owed = entry?.out_time ? (entry.extended_amount ?? 0) : 0;
    // Only rows that the actor may change are reported on: the write path checks that first.
    const isExtra = owed > 0 && entry?.payment_status === "paid";
    const payload = { payment_status: "paid", payment_mode: "cash", ...(isExtra ? { payment_type: "extra" } : {}) };
    await updateItem({ ctx, collection: entryCollections[debt.kind], id: debt.id, payload });
    if (owed <= 0) throwApiError("NOTHING_OWED");
    collected += owed;
  }
  return collected;
}
