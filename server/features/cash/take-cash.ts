// §4 Cash payment, for parking entries and valet tickets; the last step can close the entry in the same write.
import type { Collection, Row } from "#domain/schema/collection.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Collects the balance due. `expected` (paise) is the amount shown to the gate staff: AMOUNT_MISMATCH if it differs,
 * and nothing is collected. `closingValues` close the entry and are written with the payment. Throws ALREADY_PAID,
 * NOTE_REQUIRED, STATUS_ALREADY_UPDATED, USER_ATTENDANCE_OFF.
 */
export async function collectCash({
  ctx,
  collection,
  id,
  body,
  closingValues = {},
  systemValues = {},
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
  body: Row;
  closingValues?: Row;
  systemValues?: Row;
}): Promise<void> {
  const { is_extra: isExtra, expected, ...rest } = body;
  const payload: Row = {
    ...rest,
    payment_status: "paid",
    payment_mode: "cash",
    ...(isExtra === true ? { payment_type: "extra" } : {}),
    ...closingValues,
  };
  const paidBefore = await readPaidAmount({ ctx, collection, id });
  await updateItem({ ctx, collection, id, payload, systemValues });
  const collected = (await readPaidAmount({ ctx, collection, id })) - paidBefore;
  if (expected !== undefined && expected !== collected) throwApiError("AMOUNT_MISMATCH", { owed: collected });
}

/** Reads the amount received so far, in paise. */
async function readPaidAmount({
  ctx,
  collection,
  id,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
}): Promise<number> {
  const [row] = await ctx.tx.unsafe<{ paise: number }[]>(
    `select (coalesce(paid_amount, 0) * 100)::int as paise from ${quoteIdentifier(collection.name)} where id = $1`,
    [id],
    { prepare: true },
  );
  return row?.paise ?? 0;
}
