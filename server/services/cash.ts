// §4 Cash payment, for every kind of entry: staff took the money, and where it is the last step the entry is closed with it.
import type { Collection, Row } from "#domain/collection.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { quote } from "#server/items/sql-text.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const adjustments = ["additional_charge", "addition_note", "deduction_charge", "deduction_note"];

/**
 * Takes what is owed. `expected` (paise) is what the person at the gate saw: another sum is AMOUNT_MISMATCH and nothing is
 * taken. `closing` is what closes the entry, written with the payment. Throws ALREADY_PAID, NOTE_REQUIRED,
 * STATUS_ALREADY_UPDATED, USER_ATTENDANCE_OFF.
 */
export async function takeCash({
  ctx,
  collection,
  id,
  body,
  closing = {},
  set = {},
  also = [],
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
  body: Row;
  closing?: Row;
  set?: Row;
  also?: readonly string[];
}): Promise<void> {
  const { is_extra: isExtra, expected, ...rest } = body;
  for (const name of Object.keys(rest))
    if (!adjustments.includes(name) && !also.includes(name)) refusePayload(`"${name}" is not part of a payment.`);
  const payload: Row = {
    ...rest,
    payment_status: "paid",
    payment_mode: "cash",
    ...(isExtra === true ? { payment_type: "extra" } : {}),
    ...closing,
  };
  const paidBefore = await paidAmount({ ctx, collection, id });
  await updateItem({ ctx, collection, id, payload, set });
  const taken = (await paidAmount({ ctx, collection, id })) - paidBefore;
  if (expected !== undefined && expected !== taken) refuse("AMOUNT_MISMATCH", { owed: taken });
}

/** Paise received so far. */
async function paidAmount({
  ctx,
  collection,
  id,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
}): Promise<number> {
  const [row] = await ctx.tx.unsafe<{ paise: number }[]>(
    `select (coalesce(paid_amount, 0) * 100)::int as paise from ${quote(collection.name)} where id = $1`,
    [id],
    { prepare: true },
  );
  return row?.paise ?? 0;
}
