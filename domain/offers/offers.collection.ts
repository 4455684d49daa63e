// §3 Offers of a company, and their uses. See docs/rules/offers.md.
import { byScope, inOwnScope, ownBranch, ownCompany } from "#domain/access/row-filters.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";
import { validateOwnImage } from "#domain/files/image-attachments.ts";
import * as limits from "#domain/limits.ts";
import { normaliseCode } from "#domain/offers/offer-check.ts";
import { applyOffer, validateOfferDelete } from "#domain/offers/offer.ts";
import {
  offerAudiences,
  offerKinds,
  offerPayers,
  offerStates,
  offerStateTable,
  offerUseStates,
  offerUseStateTable,
} from "#domain/offers/states.ts";
import { defineCollection, type Filter, RuleViolation } from "#domain/schema/collection.ts";
import {
  boolean,
  choice,
  collapseSpaces,
  integer,
  json,
  money,
  one,
  oneByUuid,
  text,
  timestamp,
} from "#domain/schema/fields.ts";

/** Those of the own branch, and those of the company for all branches. */
function visibleAtBranch(actor: Actor): Filter | false {
  const [branch, company] = [ownBranch(actor), ownCompany(actor)];
  return branch && company && { _or: [branch, { _and: [company, { branch: { _null: true } }] }] };
}
const visibleOffers = byScope({ company: ownCompany, branch: visibleAtBranch });

const offersFields = {
  company: one("Companies", { required: true, onDelete: "cascade", index: true }),
  // Null for all branches of the company.
  branch: one("Branch", { onDelete: "cascade", index: true }),
  coupon_title: text({ label: "Title", required: true, max: limits.couponTitle, normalise: collapseSpaces }),
  short_description: text({ label: "Short description", max: limits.shortDescription }),
  // Null for an offer that applies without a code.
  coupon_code: text({
    label: "Code",
    max: limits.couponCode,
    normalise: normaliseCode,
    pattern: /^[A-Z0-9]{4,6}$/,
    message: "*Enter 4 to 6 letters or digits",
  }),
  offer_image: oneByUuid("files", { label: "Picture", onDelete: "set null", index: true }),
  terms: text({ label: "Terms", max: 2_000 }),
  // Whether public pages show it, with its code. Never by default: a code may be for some customers only.
  is_listed: boolean(),
  state: choice(offerStates, { default: "draft", stateTable: offerStateTable }),
  kind: choice(offerKinds, { label: "Kind", required: true }),
  percent: integer({ label: "Percent", min: 1, max: 100 }),
  amount: money({ label: "Amount", min: 0 }),
  free_minutes: integer({ label: "Free minutes", min: 1, max: 527_040 }),
  highest_saving: money({ label: "Highest saving", min: 1 }),
  starts_at: timestamp({ label: "Start" }),
  ends_at: timestamp({ label: "End" }),
  // 1 is Monday; null for all, as in the lists below.
  weekdays: json<number[] | null>(),
  hours_from: text({ label: "Daily from", max: 5 }),
  hours_to: text({ label: "Daily until", max: 5 }),
  services: json<ServiceName[] | null>(),
  vehicle_types: json<number[] | null>(),
  smallest_bill: money({ label: "Smallest bill", min: 0 }),
  total_limit: integer({ label: "Uses in all", min: 1 }),
  customer_limit: integer({ label: "Uses by a customer", min: 1 }),
  vehicle_limit: integer({ label: "Uses by a vehicle", min: 1 }),
  budget: money({ label: "Budget", min: 1 }),
  audience: choice(offerAudiences, { default: "all" }),
  phones: json<string[] | null>(),
  priority: integer({ label: "Order", min: 0, max: 1_000, default: 0 }),
  is_stackable: boolean(),
  paid_by: choice(offerPayers, { default: "company" }),
  partner_name: text({ label: "Partner", max: limits.name }),
};

export const Offers = defineCollection("Offers", {
  fields: offersFields,
  unique: [{ fields: ["company", "coupon_code"], where: "coupon_code is not null and state <> 'ended'" }],
  include: ["branch", "offer_image"],
  createDefaults: { company: (actor) => actor.company, branch: (actor) => actor.branch },
  rules: [applyOffer, validateOwnImage("offer_image", "banner")],
  deleteRules: [validateOfferDelete],
  propagates: assignFilePurpose("offer_image", "banner"),
  isLive: true,
  access: {
    read: { "offer.manage": visibleOffers },
    create: { "offer.manage": inOwnScope },
    update: { "offer.manage": inOwnScope },
    delete: { "offer.manage": inOwnScope },
  },
});

const offerUsesFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  offer: one("Offers", { serverSet: true, isSetOnCreate: true, index: true }),
  // What it was used for: one of the two is set.
  parking_information: one("Parking_Information", { serverSet: true, onDelete: "cascade" }),
  valet_and_parking_information: one("Valet_and_Parking_Information", { serverSet: true, onDelete: "cascade" }),
  // What it saves.
  amount: money({ min: 0, serverSet: true, isSetOnCreate: true }),
  state: choice(offerUseStates, { serverSet: true, stateTable: offerUseStateTable, default: "used" }),
  // The online payment for which it is held, and until when.
  attempt: one("payment_attempts", { serverSet: true, index: true }),
  held_until: timestamp({ serverSet: true }),
  returned_at: timestamp({ serverSet: true }),
};

const isCounted = "state in ('held', 'used')";

/** Written by server/features/offers only, with the counters of the offer (`offer_counters`). */
export const OfferUses = defineCollection("Offer_Uses", {
  fields: offerUsesFields,
  unique: [
    { fields: ["parking_information", "offer"], where: isCounted },
    { fields: ["valet_and_parking_information", "offer"], where: isCounted },
  ],
  deleteRules: [() => new RuleViolation("FORBIDDEN")],
  isLive: true,
  access: { read: { "offer.manage": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Offers: typeof offersFields;
    Offer_Uses: typeof offerUsesFields;
  }
}
