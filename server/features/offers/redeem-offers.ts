// §3 Offers: redeems offers with a payment, and gives uses back. Limits and budget are counted under the lock of the offer's
// counter, so that concurrent payments never exceed them.
import type { OfferDiscount } from "#domain/offers/choose-offers.ts";
import { checkOfferLimits, type OfferTerms, type OfferVisit } from "#domain/offers/offer-check.ts";
import { OfferUses } from "#domain/offers/offers.collection.ts";
import type { PaidRow } from "#domain/payments/online/online-terms.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { formatWireAmount } from "#domain/money.ts";
import type { Tx } from "#server/db/pool.ts";
import { countUses, readEntryOffers, type EntryOffers } from "#server/features/offers/entry-offers.ts";
import { lockCounters, returnUses } from "#server/features/offers/return-uses.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem } from "#server/items/write/write.ts";
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
  offer,
  visit,
  amount,
}: {
  tx: Tx;
  offer: OfferTerms;
  visit: Pick<OfferVisit, "phone" | "vehicle">;
  amount: number;
}): Promise<boolean> {
  if (offer.customer_limit === null && offer.vehicle_limit === null) return true;
  const counts = await countUses({ sql: tx, offer: offer.id, phone: visit.phone, vehicle: visit.vehicle });
  // The counter has decided about the total and the budget.
  const usage = { ...counts, uses: 0, saved: 0 };
  return checkOfferLimits({ offer: { ...offer, budget: null }, usage, visit, saving: amount }) === undefined;
}

export interface UseInput {
  ctx: WriteContext;
  entry: EntryKey;
  offer: OfferTerms;
  visit: Pick<OfferVisit, "company" | "branch" | "phone" | "vehicle">;
  /** What it saves, in paise. */
  amount: number;
  /** The online payment for which it is held until this time; without one it is used. */
  hold?: OfferHold | undefined;
}

export interface OfferHold {
  attempt: number;
  until: Date;
}

/** Writes a use of an offer and counts it; false if too little is left of the offer, and the transaction must be undone. */
export async function redeemOffer({ ctx, entry, offer, visit, amount, hold }: UseInput): Promise<boolean> {
  const { tx } = ctx;
  if (!(await countUse({ tx, offer: offer.id, amount }))) return false;
  if (!(await isWithinLimits({ tx, offer, visit, amount }))) return false;
  await createItem({
    ctx,
    collection: OfferUses,
    payload: {},
    systemValues: {
      company: visit.company,
      branch: visit.branch,
      offer: offer.id,
      [paidKinds[entry.kind].field]: entry.id,
      amount,
      ...(hold ? { state: "held", attempt: hold.attempt, held_until: hold.until } : { state: "used" }),
    },
    bypassAccess: true,
  });
  return true;
}

interface RedemptionInput {
  ctx: WriteContext;
  entry: EntryKey;
  /** The entry, which the caller has locked. */
  row: PaidRow;
  code: string | null;
}

/**
 * Chooses the offers that save most for an entry, with or without a code. What was held for an earlier online payment of the
 * entry is given back, since this payment replaces it. OFFER_NOT_APPLICABLE with the reason, if the code saves nothing.
 */
export async function chooseRedemption({ ctx, entry, row, code }: RedemptionInput): Promise<EntryOffers> {
  const { tx, now } = ctx;
  const offers = await readEntryOffers({ sql: tx, entry, row, code, now });
  if (offers.refusal !== undefined) throwApiError("OFFER_NOT_APPLICABLE", { reason: offers.refusal });
  // Before any is given back, so that two payments never wait for each other.
  await lockCounters({ tx, entry, offers: offers.discounts.map(({ offer }) => offer) });
  await returnUses({ ctx, of: { entry }, states: ["held"] });
  return offers;
}

/** Uses the chosen offers, or holds them. OFFER_NOT_APPLICABLE if another payment has used one up meanwhile. */
export async function redeemChosenOffers({
  ctx,
  entry,
  offers: { discounts, candidates, visit },
  hold,
}: {
  ctx: WriteContext;
  entry: EntryKey;
  offers: EntryOffers;
  hold?: OfferHold | undefined;
}): Promise<void> {
  // In one order, so that two payments never wait for each other.
  for (const { offer: id, amount } of discounts.toSorted((first, second) => first.offer - second.offer)) {
    const { offer } = candidates.find((candidate) => candidate.offer.id === id)!;
    if (!(await redeemOffer({ ctx, entry, offer, visit, amount, hold })))
      throwApiError("OFFER_NOT_APPLICABLE", { reason: "total_limit" });
  }
}

/** Uses the offers that save most for an entry, and returns them as its discounts. OFFER_NOT_APPLICABLE with the reason. */
export async function redeemOffers(input: RedemptionInput): Promise<OfferDiscount[]> {
  const { ctx, entry } = input;
  const offers = await chooseRedemption(input);
  await redeemChosenOffers({ ctx, entry, offers });
  return offers.discounts;
}
