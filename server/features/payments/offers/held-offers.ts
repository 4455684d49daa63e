// §3 Offers: what is held during an online payment becomes used with its success, and is given back otherwise.
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { Offers, OfferUses } from "#domain/offers/offers.collection.ts";
import type { PaidRow } from "#domain/payments/online/online-terms.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { getPaymentStatus } from "#domain/payments/payment.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { readVisitor } from "#server/features/offers/entry-offers.ts";
import { redeemOffer } from "#server/features/offers/redeem-offers.ts";
import { lockCounters, returnUses } from "#server/features/offers/return-uses.ts";
import { createSystemContext, findPaymentAttempt, lockEntry } from "#server/features/payments/payment-records.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * The discounts of a payment that has succeeded: its held offers are used now. One whose time was over is used again if it
 * still can be. None for an entry that was paid or got offers otherwise.
 */
export async function redeemHeldOffers({
  ctx,
  attempt,
  entry,
  row,
}: {
  ctx: WriteContext;
  attempt: number;
  entry: EntryKey;
  /** The entry, which the caller has locked. */
  row: PaidRow;
}): Promise<OfferDiscount[]> {
  const { tx } = ctx;
  const uses = await tx<{ id: number; state: string; paise: number; terms: Row }[]>`
    select u.id, u.state, (u.amount * 100)::int as paise, row_to_json(o) as terms
    from "Offer_Uses" u join "Offers" o on o.id = u.offer where u.attempt = ${attempt} order by u.offer, u.id for update of u`;
  if (uses.length === 0 || getPaymentStatus(row) === "paid" || (row.offer_discounts ?? []).length > 0) return [];
  const discounts: OfferDiscount[] = [];
  const visitor = await readVisitor({ sql: tx, entry });
  for (const { id, state, paise: amount, terms } of uses) {
    const offer = fromDatabase(Offers, terms);
    const discount = { offer: offer.id, title: offer.coupon_title, amount };
    if (state === "held") {
      const systemValues = { state: "used", held_until: null };
      await updateItem({ ctx, collection: OfferUses, id, payload: {}, systemValues, bypassAccess: true });
      discounts.push(discount);
    } else if (await redeemAgain({ ctx, entry, offer, visit: visitor, amount })) discounts.push(discount);
  }
  return discounts;
}

/** In place of what a later online payment of the entry holds. */
async function redeemAgain(input: Parameters<typeof redeemOffer>[0]): Promise<boolean> {
  const { ctx, entry, offer } = input;
  await lockCounters({ tx: ctx.tx, entry, offers: [offer.id] });
  await returnUses({ ctx, of: { entry }, states: ["held"] });
  try {
    await ctx.tx.savepoint(async (tx) => {
      // Undoes what was counted.
      if (!(await redeemOffer({ ...input, ctx: { ...ctx, tx } }))) throwApiError("OFFER_NOT_APPLICABLE");
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Gives back what is still held for an online payment after its time. */
export async function returnExpiredHold({ services, id }: { services: AppServices; id: number }): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const attempt = await findPaymentAttempt({ sql: tx, id, isLocked: true });
      if (!attempt?.entry) return;
      await lockEntry({ tx, entry: attempt.entry });
      const ctx = createSystemContext({ services, tx });
      await returnUses({ ctx, of: { attempt: id }, states: ["held"] });
    },
  });
}
