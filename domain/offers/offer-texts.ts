// Offers in words, for managers, the gate and customers.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRate } from "#domain/money.ts";
import { serviceLabels } from "#domain/branches/services.ts";
import { weekdayNames, weekdays } from "#domain/branches/opening-hours.ts";
import type { OfferRefusal, OfferTerms } from "#domain/offers/offer-check.ts";
import type { OfferAudience, OfferKind } from "#domain/offers/states.ts";

export const offerKindLabels: { readonly [kind in OfferKind]: string } = {
  percent: "Percent off",
  flat: "Amount off",
  free_minutes: "Free minutes",
  fixed_price: "Fixed price",
};

export const offerAudienceLabels: { readonly [audience in OfferAudience]: string } = {
  all: "Everyone",
  first_visit: "First visit",
  pass_holders: "Pass holders",
  phones: "A list of phone numbers",
};

/** "20% off, at most ₹50". */
export function describeSaving({
  kind,
  percent,
  amount,
  free_minutes: minutes,
  highest_saving: highest,
}: Pick<OfferTerms, "kind" | "percent" | "amount" | "free_minutes" | "highest_saving">): string {
  const texts: { readonly [name in OfferKind]: string } = {
    percent: `${percent ?? 0}% off`,
    flat: `${formatRate(amount ?? 0)} off`,
    free_minutes: `${minutes ?? 0} minutes free`,
    fixed_price: `Pay ${formatRate(amount ?? 0)} at most`,
  };
  return highest === null ? texts[kind] : `${texts[kind]}, at most ${formatRate(highest)}`;
}

type Conditions = Pick<
  OfferTerms,
  | "starts_at"
  | "ends_at"
  | "weekdays"
  | "hours_from"
  | "hours_to"
  | "services"
  | "vehicle_types"
  | "smallest_bill"
  | "customer_limit"
  | "vehicle_limit"
  | "audience"
>;

/** When and for whom the offer is: what a customer is told. */
export function describeConditions({
  offer,
  zone,
  vehicleTypes,
}: {
  offer: Conditions;
  zone: string;
  vehicleTypes: readonly { id: number; name: string | null }[];
}): string[] {
  const { starts_at, ends_at, hours_from, hours_to, smallest_bill, customer_limit, vehicle_limit, audience } = offer;
  const types = vehicleTypes.filter(({ id }) => offer.vehicle_types?.includes(id)).map(({ name }) => name ?? "");
  const days = weekdays.filter((_, index) => offer.weekdays?.includes(index + 1)).map((day) => weekdayNames[day]);
  const count = (limit: number, of: string): string => `${limit === 1 ? "Once" : `${limit} times`} ${of}`;
  return [
    audience === "first_visit" && "For the first visit",
    audience === "pass_holders" && "For pass holders",
    audience === "phones" && "For invited customers",
    smallest_bill !== null && `From a charge of ${formatRate(smallest_bill)}`,
    starts_at && `From ${formatDateTime12({ at: starts_at, zone })}`,
    ends_at && `Until ${formatDateTime12({ at: ends_at, zone })}`,
    days.length > 0 && days.join(", "),
    hours_from !== null && hours_to !== null && `${hours_from} to ${hours_to}`,
    offer.services && offer.services.map((service) => serviceLabels[service]).join(", "),
    types.length > 0 && types.join(", "),
    customer_limit !== null && count(customer_limit, "per customer"),
    vehicle_limit !== null && count(vehicle_limit, "per vehicle"),
  ].filter((text) => typeof text === "string");
}

/** Why a code saves nothing, for the payer. */
export const getPayerRefusal = (refusal: OfferRefusal): string => payerTexts[refusal] ?? refusalTexts[refusal];
const payerTexts: { readonly [refusal in OfferRefusal]?: string } = {
  phone: "This offer needs your phone number. Ask at the gate",
  audience: "This offer is not for you",
  customer_limit: "You have used this offer up",
};

/** Why a code saves nothing, for staff who tell the customer. */
export const refusalTexts: { readonly [refusal in OfferRefusal]: string } = {
  other_company: "This code is not valid here",
  not_running: "This offer does not run now",
  code: "This code is not valid here",
  window: "This offer does not run now",
  weekday: "This offer is not for today",
  hours: "This offer is not for this hour",
  service: "This offer is not for this service",
  vehicle_type: "This offer is not for this type of vehicle",
  phone: "This offer needs the customer's phone number",
  audience: "This offer is not for this customer",
  smallest_bill: "The charge is too low for this offer",
  saves_nothing: "This offer saves nothing on this charge",
  total_limit: "This offer is used up",
  customer_limit: "The customer has used this offer up",
  vehicle_limit: "This vehicle has used this offer up",
  budget: "This offer is used up",
};
