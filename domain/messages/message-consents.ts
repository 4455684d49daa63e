// §2: messages that a customer may want, each with the date of the consent. Withdrawing removes it.
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { isKeyOf } from "#domain/object-keys.ts";

/** What each consent is asked for, in the words of the account page. */
export const messageConsentTexts = {
  pass_ends: { title: "My pass ends soon", text: "One SMS within 7 days before the end of a pass." },
  long_visit: { title: "My vehicle is parked for 12 hours", text: "One SMS for each visit that takes longer." },
  nearby_offers: {
    title: "Offers near my places",
    text: "At most one SMS a day about an offer within 3 km of a place that you have pinned.",
  },
} as const;
export type MessageConsentKind = keyof typeof messageConsentTexts;

export interface MessageConsent {
  kind: MessageConsentKind;
  /** ISO time, set by the server. */
  given_at: string;
}

/** Hours of a visit after which its customer is told. */
export const longVisitHours = 12;
/** Distance in metres between a pinned place and the branch of an offer. */
export const nearbyOfferMetres = 3_000;

function parseKind(consent: unknown): MessageConsentKind | undefined {
  if (typeof consent !== "object" || consent === null || !("kind" in consent)) return undefined;
  return isKeyOf(messageConsentTexts, consent.kind) ? consent.kind : undefined;
}

/**
 * Replaces the consents: those that were given before keep their date, new ones get the current time. INVALID_USER_DETAILS,
 * also for anybody but the customer.
 */
export function applyMessageConsents({
  before,
  changes,
  actor,
  now,
}: RuleArgsOf<"users">): Row | RuleViolation | undefined {
  if (!("message_consents" in changes)) return undefined;
  const refused = new RuleViolation("INVALID_USER_DETAILS", "message_consents");
  // JSON of any shape until it is checked here.
  const input: unknown = changes.message_consents ?? [];
  if (!Array.isArray(input) || before === null || before.id !== actor.id) return refused;
  const kinds = input.map(parseKind);
  if (!kinds.every((kind) => kind !== undefined)) return refused;
  const earlier = before.message_consents ?? [];
  return {
    message_consents: [...new Set(kinds)].map((kind) => ({
      kind,
      given_at: earlier.find((consent) => consent.kind === kind)?.given_at ?? now.toISOString(),
    })),
  };
}
