// §3 Offers of the branch and of its company, for managers.
import { toPaise } from "#domain/money.ts";
import type { OfferTerms } from "#domain/offers/offer-check.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { call } from "#web/api/call.ts";
import { itemQuery, itemsQuery } from "#web/api/items.ts";

export const offerCollection = "Offers";
export type WireOffer = WireRow<typeof offerCollection>;

export const offersQuery = itemsQuery(offerCollection, { sort: ["-id"], limit: -1 });
export const offerQuery = (id: string) => itemQuery(offerCollection, id);

/** Read again with every change of the offers. */
export const figuresQuery = {
  queryKey: ["items", offerCollection, "figures"],
  queryFn: () => call({ route: "GET /actions/offers/figures" }),
};

export const previewQuery = (id: number) => ({
  queryKey: ["items", offerCollection, "preview", id],
  queryFn: () => call({ route: "GET /actions/offers/:id/preview", id }),
});

const toAmount = (wire: string | null): number | null => (wire === null ? null : toPaise(wire));
const toTime = (wire: string | null): Date | null => (wire === null ? null : new Date(wire));

/** Amounts in paise and times as Dates, as the rules of domain/ expect. */
export function toOfferTerms(offer: WireOffer): OfferTerms {
  return {
    ...offer,
    amount: toAmount(offer.amount),
    highest_saving: toAmount(offer.highest_saving),
    smallest_bill: toAmount(offer.smallest_bill),
    budget: toAmount(offer.budget),
    starts_at: toTime(offer.starts_at),
    ends_at: toTime(offer.ends_at),
  };
}
