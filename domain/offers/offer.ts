// Write rules of offers (docs/rules/offers.md).
import { serviceNames } from "#domain/branches/services.ts";
import * as limits from "#domain/limits.ts";
import type { OfferKind } from "#domain/offers/states.ts";
import { type Row, RuleViolation } from "#domain/schema/collection.ts";
import { checkField, normalisePhoneNumber, phone } from "#domain/schema/fields.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

type Offer = RowOf<"Offers">;
type OfferArgs = RuleArgsOf<"Offers", "branch">;

const refuse = (field: keyof Offer, text: string): RuleViolation =>
  new RuleViolation("FAILED_VALIDATION", field, { type: "invalid" }, text);

/** The field that says how much an offer of each kind saves. */
const valueFields = {
  percent: "percent",
  flat: "amount",
  free_minutes: "free_minutes",
  fixed_price: "amount",
} as const satisfies { [kind in OfferKind]: keyof Offer };
const allValueFields = ["percent", "amount", "free_minutes"] as const;

/** An offer belongs to its company for good, and a branch to the offer's company. */
function checkOwner({ before, after, related }: OfferArgs): RuleViolation | undefined {
  if (related.branch && related.branch.company !== after.company) return new RuleViolation("FORBIDDEN", "branch");
  if (!before) return undefined;
  const moved = (["company", "branch"] as const).find((field) => (before[field] ?? null) !== (after[field] ?? null));
  return moved && new RuleViolation("FORBIDDEN", moved);
}

const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

function checkTimes({ starts_at, ends_at, hours_from, hours_to }: Offer): RuleViolation | undefined {
  if (starts_at && ends_at && starts_at >= ends_at) return refuse("ends_at", "*The end must be after the start");
  if ((hours_from === null) !== (hours_to === null))
    return refuse(hours_from === null ? "hours_from" : "hours_to", "*Enter both times, or neither");
  const invalid = (["hours_from", "hours_to"] as const).find((field) => {
    const time = field === "hours_from" ? hours_from : hours_to;
    return time !== null && !isTime(time);
  });
  if (invalid) return refuse(invalid, "*Enter a time such as 07:30");
  return hours_from !== null && hours_from === hours_to
    ? refuse("hours_to", "*The times must be different")
    : undefined;
}

/** An offer whose time is over would run without ever applying. */
function checkStart({ before, after, now }: OfferArgs): RuleViolation | undefined {
  const isStarted = before?.state !== "running" && after.state === "running";
  return isStarted && after.ends_at !== null && after.ends_at <= now
    ? refuse("ends_at", "*This end is in the past. Choose a later one, then start the offer")
    : undefined;
}

/** Null, or values of which each is valid and occurs once. */
function isSet(values: unknown, isValid: (value: unknown) => boolean, max: number): boolean {
  if (values === null) return true;
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= max &&
    values.every(isValid) &&
    new Set(values).size === values.length
  );
}

const phoneField = phone();
const isPhone = (value: unknown): boolean =>
  typeof value === "string" && checkField({ name: "phones", field: phoneField, value }) === undefined;
const isDay = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7;
const isId = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

function checkSets({ weekdays, services, vehicle_types, phones, audience }: Offer): RuleViolation | undefined {
  if (!isSet(weekdays, isDay, 7)) return refuse("weekdays", "*Choose days from 1 (Monday) to 7");
  if (!isSet(services, (value) => serviceNames.some((name) => name === value), serviceNames.length))
    return refuse("services", "*Choose services of the branch");
  if (!isSet(vehicle_types, isId, 100)) return refuse("vehicle_types", "*Choose vehicle types");
  if (!isSet(phones, isPhone, limits.offerPhones))
    return refuse("phones", "*Enter each phone number once, with 10 digits");
  return audience === "phones" && phones === null ? refuse("phones", "*Enter phone numbers") : undefined;
}

/** The stored form of a list of phone numbers; other values are left to the check. */
function normalisePhones(phones: unknown): unknown {
  if (!Array.isArray(phones)) return phones;
  return phones.map((value: unknown) => (typeof value === "string" ? normalisePhoneNumber(value) : value));
}

/** FAILED_VALIDATION, FORBIDDEN for another company's branch or a change of the owner, NO_NEXT_STATUS for an ended offer. */
export function applyOffer(args: OfferArgs): Row | RuleViolation | undefined {
  const { before, changes } = args;
  if (before?.state === "ended")
    return new RuleViolation("NO_NEXT_STATUS", undefined, {}, "This offer has ended and cannot be changed.");
  const phones = "phones" in changes ? { phones: normalisePhones(changes.phones) } : {};
  const after: Offer = Object.assign({}, args.after, phones);
  const field = valueFields[after.kind];
  const ownerViolation = checkOwner(args);
  if (ownerViolation) return ownerViolation;
  if ((after[field] ?? 0) <= 0) return refuse(field, "*Enter how much the offer saves");
  const violation = checkTimes(after) ?? checkSets(after) ?? checkStart(args);
  if (violation) return violation;
  if (after.paid_by === "partner" && (after.partner_name ?? "").trim() === "")
    return refuse("partner_name", "*Enter the partner");
  // Values of another kind are removed, so that a row says only what applies.
  const cleared = allValueFields.filter((name) => name !== field && after[name] !== null);
  // So that a later change of the audience does not show it.
  const unlisted = after.audience === "phones" && after.is_listed ? { is_listed: false } : {};
  return { ...phones, ...unlisted, ...Object.fromEntries(cleared.map((name) => [name, null])) };
}

/** Only a draft can be deleted: uses refer to the others. */
export function validateOfferDelete({ before }: RuleArgsOf<"Offers">): RuleViolation | undefined {
  if (before?.state === "draft") return undefined;
  return new RuleViolation("NO_NEXT_STATUS", undefined, {}, "Only a draft can be deleted. End the offer instead.");
}
