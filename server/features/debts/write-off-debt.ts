// §4: writes off a debt (domain/debts/write-off.ts).
import type { Row } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import { runInTransaction } from "#server/context.ts";
import type { IdempotentContext } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { lockEntry, paidCollections } from "#server/features/payments/payment-records.ts";

/** WRITE_OFF_REASON_REQUIRED, NOTHING_OWED; AMOUNT_MISMATCH if `expected` (paise) is not the debt. */
export async function writeOffDebt({
  entry,
  body,
  ...context
}: IdempotentContext & { entry: EntryKey; body: Row }): Promise<void> {
  const reason = typeof body["reason"] === "string" ? body["reason"].trim() : "";
  if (reason === "" || reason.length > limits.message)
    throwApiError("WRITE_OFF_REASON_REQUIRED", { field: "reason", path: ["reason"] });
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const before = await lockEntry({ tx: ctx.tx, entry });
      await updateItem({
        ctx,
        collection: paidCollections[entry.kind],
        id: entry.id,
        payload: {},
        systemValues: { write_off_reason: reason, written_off_at: ctx.now },
      });
      const owed = before?.extended_amount ?? 0;
      if (body["expected"] !== undefined && body["expected"] !== owed) throwApiError("AMOUNT_MISMATCH", { owed });
    },
  });
}
