// §3 Offers: redeems offers with a payment, and gives uses back. Limits and budget are counted under the lock of the offer's
// counter, so that concurrent payments never exceed them.
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { checkOfferLimits } from "#domain/offers/offer-check.ts";
import { OfferUses } from "#domain/offers/offers.collection.ts";
import type { PaidRow } from "#domain/payments/online/online-terms.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { formatWireAmount } from "#domain/money.ts";
import type { Tx } from "#server/db/pool.ts";
import { countUses, readEntryOffers, type EntryOffers } from "#server/features/offers/entry-offers.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Counts one more use, unless the offer does not run or too little is left of it; locks its counter until the end. */
async function countUse({ tx, offer, amount }: { tx: Tx; offer: number; amount: number }): Promise<boolean> {
  const saved = formatWireAmount(amount);
  const counted = await tx`
    insert into offer_counters as c (offer, uses, saved)
    select o.id, 1, ${saved}::numeric from "Offers" o
      where o.id = ${offer} and o.state = 'running' and (o.budget is null or ${saved}::numeric <= o.budget)
    on conflict (offer) do update set uses = c.uses + 1, saved = c.saved + excluded.saved
      where exists (select 1 from "Offers" o where o.id = c.offer and o.state = 'running'
        and (o.total_limit is null or c.uses < o.total_limit)
        and (o.budget is null or c.saved + excluded.saved <= o.budget))
    returning c.offer`;
  return counted.length > 0;
}

/** Under the lock of the counter, after which the uses of other transactions are visible. */
async function isWithinLimits({
  tx,
  offers: { candidates, visit },
  discount,
}: {
  tx: Tx;
  offers: EntryOffers;
  discount: OfferDiscount;
}): Promise<boolean> {
  const { offer } = candidates.find((candidate) => candidate.offer.id === discount.offer)!;
  if (offer.customer_limit === null && offer.vehicle_limit === null) return true;
  const counts = await countUses({ sql: tx, offer: offer.id, phone: visit.phone, vehicle: visit.vehicle });
  // The counter has decided about the total and the budget.
  const usage = { ...counts, uses: 0, saved: 0 };
  return checkOfferLimits({ offer: { ...offer, budget: null }, usage, visit, saving: discount.amount }) === undefined;
}

/**
 * Uses the offers that save most for an entry, with or without a code, and returns them as its discounts. OFFER_NOT_APPLICABLE
 * with the reason, if the code saves nothing or another payment has used up an offer meanwhile.
 */
export async function redeemOffers({
  ctx,
  entry,
  row,
  code,
}: {
  ctx: WriteContext;
  entry: EntryKey;
  /** The entry, which the caller has locked. */
  row: PaidRow;
  code: string | null;
}): Promise<OfferDiscount[]> {
  const { tx, now } = ctx;
  const offers = await readEntryOffers({ sql: tx, entry, row, code, now });
  if (offers.refusal !== undefined) throwApiError("OFFER_NOT_APPLICABLE", { reason: offers.refusal });
  // In one order, so that two payments never wait for each other.
  for (const discount of offers.discounts.toSorted((first, second) => first.offer - second.offer)) {
    const { offer, amount } = discount;
    const isCounted = await countUse({ tx, offer, amount });
    if (!isCounted || !(await isWithinLimits({ tx, offers, discount })))
      throwApiError("OFFER_NOT_APPLICABLE", { reason: "total_limit" });
    await createItem({
      ctx,
      collection: OfferUses,
      payload: {},
      systemValues: {
        company: offers.visit.company,
        branch: offers.visit.branch,
        offer,
        [paidKinds[entry.kind].field]: entry.id,
        amount,
        state: "used",
      },
      bypassAccess: true,
    });
  }
  return offers.discounts;
}

/** Gives the uses of an entry back, so that others can use what they took of the offers. */
export async function returnUses({ ctx, entry }: { ctx: WriteContext; entry: EntryKey }): Promise<void> {
  const { tx } = ctx;
  const uses = await tx<{ id: number; offer: number; amount: string }[]>`
    select id, offer, amount::text as amount from "Offer_Uses"
    where ${tx(paidKinds[entry.kind].field)} = ${entry.id} and state in ('held', 'used') order by offer for update`;
  for (const { id, offer, amount } of uses) {
    await updateItem({
      ctx,
      collection: OfferUses,
      id,
      payload: {},
      systemValues: { state: "returned", returned_at: ctx.now },
      bypassAccess: true,
    });
    await tx`update offer_counters set uses = uses - 1, saved = saved - ${amount}::numeric where offer = ${offer}`;
  }
}
