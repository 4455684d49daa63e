// §4 Payments that staff take for parking entries and valet tickets: in cash, or through another channel of the branch.
// The last step can close the entry in the same write.
import type { ErrorCode } from "#domain/errors.ts";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { type BranchChannel, referenceFields } from "#domain/payments/channels/payment-channels.ts";
import { isInScope } from "#domain/access/roles.ts";
import { parsePaise } from "#domain/money.ts";
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import type { Redemption } from "#domain/offers/redemption.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import type { DebtRef } from "#domain/debts/debt.ts";
import { collectDebts, type DebtChannel } from "#server/features/debts/collect-debts.ts";
import { lockEntry } from "#server/features/payments/payment-records.ts";
import { redeemOffers } from "#server/features/offers/redeem-offers.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** A payment; with `offers` those that save most are redeemed with it. */
type PaymentBody = Row & { offers?: Redemption | undefined };

/**
 * Collects the balance due in cash, and the earlier `debts` with it. `expected` (paise) is the amount shown to the gate staff:
 * AMOUNT_MISMATCH if it differs, and nothing is collected. `closingValues` close the entry and are written with the payment. Throws ALREADY_PAID,
 * NOTE_REQUIRED, STATUS_ALREADY_UPDATED, USER_ATTENDANCE_OFF, OFFER_NOT_APPLICABLE.
 */
export async function collectCash({
  ctx,
  collection,
  id,
  body,
  debts = [],
  closingValues = {},
  systemValues = {},
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
  body: PaymentBody;
  debts?: readonly DebtRef[] | undefined;
  closingValues?: Row;
  systemValues?: Row;
}): Promise<void> {
  return collect({ ctx, collection, id, body: { ...body, payment_mode: "cash" }, debts, closingValues, systemValues });
}

/** What staff confirm of a payment that is not in cash. */
export interface ChannelPayment extends PaymentBody {
  channel: BranchChannel;
  reference: string;
  request: string;
  debts?: readonly DebtRef[] | undefined;
}

/** As `collectCash`, through another channel; also throws PAYMENT_NOT_OFFERED and FAILED_VALIDATION of the reference. */
export async function collectThroughChannel({
  ctx,
  collection,
  id,
  body: { channel, reference: typed, request, debts = [], ...body },
  closingValues = {},
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
  body: ChannelPayment;
  closingValues?: Row;
}): Promise<void> {
  const reference = referenceFields[channel].normalise?.(typed) ?? typed;
  const systemValues = { payment_channel: channel, payment_reference: reference, payment_request: request };
  // So that the request is compared with the payments of the same state as the rest of the entry.
  await lockRow({ ctx, collection, id });
  const through = { channel, reference };
  return collect({ ctx, collection, id, body, debts, through, closingValues, systemValues });
}

async function collect({
  ctx,
  collection,
  id,
  body,
  debts,
  through,
  closingValues,
  systemValues,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
  body: PaymentBody;
  debts: readonly DebtRef[];
  /** In cash by default. */
  through?: DebtChannel;
  closingValues: Row;
  systemValues: Row;
}): Promise<void> {
  const { is_extra: isExtra, expected, part, offers, ...rest } = body;
  if (typeof part === "number") {
    if (offers) throwApiError("OFFER_NOT_APPLICABLE", { reason: "part" });
    await collectPart({ ctx, collection, id, payload: rest, part, expected, systemValues });
    await collectDebts({ ctx, debts, through });
    return;
  }
  const payload: Row = {
    ...rest,
    payment_status: "paid",
    ...(isExtra === true ? { payment_type: "extra" } : {}),
    ...closingValues,
  };
  const discounts = offers ? await redeem({ ctx, entry: toEntryKey({ collection, id }), offers, payload: rest }) : [];
  const paidBefore = await readPaidAmount({ ctx, collection, id });
  const discounted = discounts.length > 0 ? { offer_discounts: discounts } : {};
  try {
    await updateItem({ ctx, collection, id, payload, systemValues: { ...systemValues, ...discounted } });
  } catch (thrown) {
    const wasMoved = thrown instanceof ApiError && movedCodes.includes(thrown.code);
    if (!wasMoved || !(await isPaid({ ctx, collection, id }))) throw thrown;
    throwApiError("ALREADY_PAID");
  }
  const collectedForEntry = (await readPaidAmount({ ctx, collection, id })) - paidBefore;
  const collected = collectedForEntry + (await collectDebts({ ctx, debts, through }));
  if (expected !== undefined && expected !== collected) throwApiError("AMOUNT_MISMATCH", { owed: collected });
}

/**
 * Collects a part of the balance in paise; `expected` is the whole balance that was shown. AMOUNT_TOO_HIGH,
 * AMOUNT_TOO_LOW, AMOUNT_MISMATCH.
 */
async function collectPart({
  ctx,
  collection,
  id,
  payload,
  part,
  expected,
  systemValues,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
  payload: Row;
  part: number;
  expected: unknown;
  systemValues: Row;
}): Promise<void> {
  // Under the lock, so that the amount is added to what was received meanwhile.
  await lockRow({ ctx, collection, id });
  const paid = (await readPaidAmount({ ctx, collection, id })) + part;
  await updateItem({ ctx, collection, id, payload, systemValues: { ...systemValues, paid_amount: paid } });
  const [row] = await ctx.tx.unsafe<{ paise: number }[]>(
    `select (coalesce(extended_amount, 0) * 100)::int as paise from ${quoteIdentifier(collection.name)} where id = $1`,
    [id],
  );
  const due = row!.paise + part;
  if (expected !== undefined && expected !== due) throwApiError("AMOUNT_MISMATCH", { owed: due });
}

/** Redeems offers for what is left of the charge after the adjustments of the payment. FORBIDDEN, OFFER_NOT_APPLICABLE. */
async function redeem({
  ctx,
  entry,
  offers: { code },
  payload,
}: {
  ctx: WriteContext;
  entry: EntryKey;
  offers: Redemption;
  payload: Row;
}): Promise<OfferDiscount[]> {
  const row = await lockEntry({ tx: ctx.tx, entry });
  // Before the write path checks it: the answer tells about the offers of the branch.
  if (!row || !isInScope({ actor: ctx.actor, company: row.company, branch: row.branch })) throwApiError("FORBIDDEN");
  const adjusted = { ...row };
  for (const field of ["additional_charge", "deduction_charge"] as const)
    if (field in payload) adjusted[field] = parsePaise(String(payload[field] ?? "")) ?? 0;
  return redeemOffers({ ctx, entry, row: adjusted, code: code ?? null });
}

function toEntryKey({ collection, id }: { collection: Collection; id: number }): EntryKey {
  return { kind: collection.name === paidKinds.P.collection ? "P" : "V", id };
}

async function lockRow({
  ctx,
  collection,
  id,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number;
}): Promise<void> {
  await ctx.tx.unsafe(`select 1 from ${quoteIdentifier(collection.name)} where id = $1 for update`, [id]);
}

/** Another gate was faster, or the press was sent twice. */
const movedCodes: readonly ErrorCode[] = ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"];

async function isPaid({ ctx, collection, id }: { ctx: WriteContext; collection: Collection; id: number }) {
  const [row] = await ctx.tx.unsafe<{ isPaid: boolean }[]>(
    `select payment_status = 'paid' as "isPaid" from ${quoteIdentifier(collection.name)} where id = $1`,
    [id],
  );
  return row?.isPaid === true;
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
