// Whether an offer applies to a payment, and why not (docs/rules/offers.md).
import type { ServiceName } from "#domain/branches/services.ts";
import type { OfferAudience, OfferKind, OfferState } from "#domain/offers/states.ts";
import { isWithinHours, toLocalTime } from "#domain/tariffs/select-tariff.ts";

/** The terms of an offer that decide whether it applies and what it saves. Amounts in paise; null is without limit. */
export interface OfferTerms {
  id: number;
  state: OfferState;
  company: number;
  /** Null for all branches of the company. */
  branch: number | null;
  coupon_title: string;
  /** Null for an offer that applies without a code. */
  coupon_code: string | null;
  kind: OfferKind;
  percent: number | null;
  /** What a flat offer saves, or the price of a fixed one. */
  amount: number | null;
  free_minutes: number | null;
  highest_saving: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  /** 1 is Monday. */
  weekdays: readonly number[] | null;
  hours_from: string | null;
  hours_to: string | null;
  services: readonly ServiceName[] | null;
  vehicle_types: readonly number[] | null;
  smallest_bill: number | null;
  total_limit: number | null;
  customer_limit: number | null;
  vehicle_limit: number | null;
  budget: number | null;
  audience: OfferAudience;
  phones: readonly string[] | null;
  priority: number;
  is_stackable: boolean;
}

/** What was used of an offer, held uses included. */
export interface OfferUsage {
  uses: number;
  /** Paise. */
  saved: number;
  byCustomer: number;
  byVehicle: number;
}

/** The visit that is paid. */
export interface OfferVisit {
  company: number;
  branch: number;
  service: ServiceName;
  /** Time zone of the branch. */
  zone?: string | undefined;
  vehicleType: number | null;
  phone: string | null;
  vehicle: string | null;
  isFirstVisit: boolean;
  hasPass: boolean;
  /** Typed or spoken, in upper case. */
  code: string | null;
}

export const offerRefusals = [
  "other_company",
  "not_running",
  "code",
  "window",
  "weekday",
  "hours",
  "service",
  "vehicle_type",
  "phone",
  "audience",
  "smallest_bill",
  "saves_nothing",
  "total_limit",
  "customer_limit",
  "vehicle_limit",
  "budget",
] as const;
/** Why an offer does not apply; `phone` if it needs the customer's phone number. */
export type OfferRefusal = (typeof offerRefusals)[number];

/** Stored form of a code: upper case, without spaces. */
export const normaliseCode = (code: string): string => code.replaceAll(/\s+/g, "").toUpperCase();

function checkTime({
  offer,
  visit,
  now,
}: {
  offer: OfferTerms;
  visit: OfferVisit;
  now: Date;
}): OfferRefusal | undefined {
  if ((offer.starts_at && now < offer.starts_at) || (offer.ends_at && now >= offer.ends_at)) return "window";
  if (!offer.weekdays && (offer.hours_from === null || offer.hours_to === null)) return undefined;
  const { weekday, time } = toLocalTime({ at: now, zone: visit.zone });
  if (offer.weekdays && !offer.weekdays.includes(weekday)) return "weekday";
  const { hours_from: from, hours_to: to } = offer;
  return from !== null && to !== null && !isWithinHours({ time, from, to }) ? "hours" : undefined;
}

function checkAudience({ offer, visit }: { offer: OfferTerms; visit: OfferVisit }): OfferRefusal | undefined {
  const { audience, phones } = offer;
  const needsPhone = audience === "phones" || audience === "first_visit" || offer.customer_limit !== null;
  if (needsPhone && visit.phone === null) return "phone";
  if (audience === "phones" && !phones?.includes(visit.phone ?? "")) return "audience";
  if (audience === "first_visit" && !visit.isFirstVisit) return "audience";
  return audience === "pass_holders" && !visit.hasPass ? "audience" : undefined;
}

/** Whether the offer applies to this visit and bill, apart from what is left of it; undefined if it does. */
export function checkOffer({
  offer,
  visit,
  bill,
  now,
}: {
  offer: OfferTerms;
  visit: OfferVisit;
  /** The charge before any offer, in paise. */
  bill: number;
  now: Date;
}): OfferRefusal | undefined {
  if (offer.company !== visit.company || (offer.branch !== null && offer.branch !== visit.branch))
    return "other_company";
  if (offer.state !== "running") return "not_running";
  if (offer.coupon_code !== null && offer.coupon_code !== visit.code) return "code";
  const violation = checkTime({ offer, visit, now });
  if (violation) return violation;
  if (offer.services && !offer.services.includes(visit.service)) return "service";
  if (offer.vehicle_types && (visit.vehicleType === null || !offer.vehicle_types.includes(visit.vehicleType)))
    return "vehicle_type";
  return checkAudience({ offer, visit }) ?? (bill < (offer.smallest_bill ?? 0) ? "smallest_bill" : undefined);
}

const isReached = (limit: number | null, uses: number): boolean => limit !== null && uses >= limit;

/** Whether enough is left of the offer for one more use that saves `saving` paise. */
export function checkOfferLimits({
  offer,
  usage,
  visit,
  saving,
}: {
  offer: OfferTerms;
  usage: OfferUsage;
  visit: Pick<OfferVisit, "vehicle">;
  saving: number;
}): OfferRefusal | undefined {
  if (saving <= 0) return "saves_nothing";
  if (isReached(offer.total_limit, usage.uses)) return "total_limit";
  if (isReached(offer.customer_limit, usage.byCustomer)) return "customer_limit";
  // Without a plate the uses of the vehicle cannot be counted.
  if (offer.vehicle_limit !== null && (visit.vehicle === null || isReached(offer.vehicle_limit, usage.byVehicle)))
    return "vehicle_limit";
  return offer.budget !== null && usage.saved + saving > offer.budget ? "budget" : undefined;
}
