// What an offer saves on a charge, and the combination of offers that saves most (docs/rules/offers.md). Integer paise.
import {
  checkOffer,
  checkOfferLimits,
  type OfferRefusal,
  type OfferTerms,
  type OfferUsage,
  type OfferVisit,
} from "#domain/offers/offer-check.ts";
import * as limits from "#domain/limits.ts";

/** What is charged before any offer, and with so many free minutes, by the tariff. */
export interface OfferedCharge {
  bill: number;
  withFreeMinutes: (minutes: number) => number;
}

/** What an entry keeps of an offer that was redeemed for it: a line of its charge. */
export interface OfferDiscount {
  offer: number;
  title: string;
  /** Paise. */
  amount: number;
}

type SavingTerms = Pick<OfferTerms, "kind" | "percent" | "amount" | "free_minutes" | "highest_saving">;

interface SavingInput {
  offer: SavingTerms;
  /** The bill less what earlier offers save, in paise. */
  remaining: number;
  charge: OfferedCharge;
}

function computeReduction({ offer, remaining, charge }: SavingInput): number {
  switch (offer.kind) {
    case "percent":
      return Math.floor((remaining * (offer.percent ?? 0)) / 100);
    case "flat":
      return offer.amount ?? 0;
    case "free_minutes":
      return charge.bill - charge.withFreeMinutes(offer.free_minutes ?? 0);
    case "fixed_price":
      return offer.amount === null ? 0 : remaining - offer.amount;
  }
}

/** What the offer saves of `remaining`: never less than nothing, nor more than that or the offer's highest saving. */
export function computeSaving({ offer, remaining, charge }: SavingInput): number {
  const reduction = computeReduction({ offer, remaining, charge });
  return Math.max(0, Math.min(reduction, remaining, offer.highest_saving ?? Infinity));
}

export interface Candidate {
  offer: OfferTerms;
  usage: OfferUsage;
}

export interface OfferChoice {
  discounts: OfferDiscount[];
  /** Sum of the discounts. */
  saving: number;
}

const noChoice: OfferChoice = { discounts: [], saving: 0 };

/**
 * Cuts what offers save of the bill to what is still to be paid, which a discount of staff or an earlier payment lowers; an
 * offer that then saves nothing is left out. The bill decides first, so that a quote is right whatever staff take off after it.
 */
export function cutToDue(discounts: readonly OfferDiscount[], due: number): OfferChoice {
  const choice: OfferChoice = { discounts: [], saving: 0 };
  for (const discount of discounts) {
    const amount = Math.min(discount.amount, due - choice.saving);
    if (amount <= 0) break;
    choice.discounts.push({ ...discount, amount });
    choice.saving += amount;
  }
  return choice;
}

/** Offers apply in the order of their priority; equal ones in that of their creation. */
function compareOffers(first: Candidate, second: Candidate): number {
  return first.offer.priority - second.offer.priority || first.offer.id - second.offer.id;
}

interface ChoiceInput {
  visit: OfferVisit;
  charge: OfferedCharge;
  /** What is still to be paid of the bill, which is less once a part was paid. */
  due: number;
}

/** What the offers save together; undefined if one of them saves nothing or too little is left of it. */
function combine({ candidates, visit, charge, due }: ChoiceInput & { candidates: readonly Candidate[] }) {
  const discounts: OfferDiscount[] = [];
  let remaining = charge.bill;
  for (const { offer, usage } of candidates) {
    const amount = computeSaving({ offer, remaining, charge });
    if (checkOfferLimits({ offer, usage, visit, saving: amount })) return undefined;
    discounts.push({ offer: offer.id, title: offer.coupon_title, amount });
    remaining -= amount;
  }
  return cutToDue(discounts, due);
}

/** Each stackable offer by itself and with others, in order, up to the number that an entry may have. */
function* listCombinations(candidates: readonly Candidate[], size: number): Generator<Candidate[]> {
  for (const [index, candidate] of candidates.entries()) {
    yield [candidate];
    if (size > 1)
      for (const others of listCombinations(candidates.slice(index + 1), size - 1)) yield [candidate, ...others];
  }
}

/**
 * The permitted combination that saves most: one offer, or several that are all stackable. Of equal savings the one with
 * fewer offers, then the first by order, so that the order of `candidates` does not matter.
 */
export function chooseOffers({
  candidates,
  visit,
  charge,
  due,
  now,
}: ChoiceInput & { candidates: readonly Candidate[]; now: Date }): OfferChoice {
  const applicable = candidates
    .filter(({ offer }) => checkOffer({ offer, visit, bill: charge.bill, now }) === undefined)
    .toSorted(compareOffers);
  const stackable = applicable.filter(({ offer }) => offer.is_stackable);
  const single = applicable.filter(({ offer }) => !offer.is_stackable).map((candidate) => [candidate]);
  let best = noChoice;
  for (const combination of [...single, ...listCombinations(stackable, limits.offersPerEntry)]) {
    const choice = combine({ candidates: combination, visit, charge, due });
    if (!choice || choice.saving < best.saving) continue;
    const isBetter = choice.saving > best.saving || choice.discounts.length < best.discounts.length;
    if (isBetter) best = choice;
  }
  return best;
}

/** Why this offer saves nothing by itself; undefined if it does. */
export function findRefusal({
  candidate: { offer, usage },
  visit,
  charge,
  due,
  now,
}: ChoiceInput & { candidate: Candidate; now: Date }): OfferRefusal | undefined {
  const saving = due > 0 ? computeSaving({ offer, remaining: charge.bill, charge }) : 0;
  return checkOffer({ offer, visit, bill: charge.bill, now }) ?? checkOfferLimits({ offer, usage, visit, saving });
}
