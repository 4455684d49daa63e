// What an offer would have saved of earlier payments, as if every customer had used it (docs/rules/offers.md).
import { checkOffer, checkOfferLimits, type OfferTerms, type OfferVisit } from "#domain/offers/offer-check.ts";
import { computeSaving, type OfferedCharge } from "#domain/offers/choose-offers.ts";

export interface EarlierPayment {
  visit: OfferVisit;
  charge: OfferedCharge;
  at: Date;
}

export interface OfferPreview {
  payments: number;
  /** Payments of which the offer would have saved something. */
  uses: number;
  /** Paise. */
  saved: number;
}

/** Counts on with each payment in the order of time: limits and budget count, the window and the state do not. */
export class PreviewCounter {
  readonly sum: OfferPreview = { payments: 0, uses: 0, saved: 0 };
  readonly #offer: OfferTerms;
  readonly #usesBy = new Map<string, number>();

  constructor(offer: OfferTerms) {
    this.#offer = { ...offer, state: "running", starts_at: null, ends_at: null };
  }

  add({ visit: earlier, charge, at }: EarlierPayment): void {
    const offer = this.#offer;
    this.sum.payments += 1;
    const visit = { ...earlier, code: offer.coupon_code };
    if (checkOffer({ offer, visit, bill: charge.bill, now: at })) return;
    const saving = computeSaving({ offer, remaining: charge.bill, charge });
    const [customer, vehicle] = [`customer ${visit.phone}`, `vehicle ${visit.vehicle}`];
    const [byCustomer, byVehicle] = [this.#usesBy.get(customer) ?? 0, this.#usesBy.get(vehicle) ?? 0];
    const usage = { uses: this.sum.uses, saved: this.sum.saved, byCustomer, byVehicle };
    if (checkOfferLimits({ offer, usage, visit, saving })) return;
    this.#usesBy.set(customer, byCustomer + 1);
    this.#usesBy.set(vehicle, byVehicle + 1);
    this.sum.uses += 1;
    this.sum.saved += saving;
  }
}
