// §1: the whole phone number or email by which the platform finds a person. A part of one finds nobody, so that accounts
// cannot be listed.
import { normalisePhoneNumber } from "#domain/schema/fields.ts";

export type UserSearch = { kind: "phone" | "email"; value: string };

/** Undefined if the input is neither. */
export function parseUserSearch(input: unknown): UserSearch | undefined {
  if (typeof input !== "string" || input.length > 100) return undefined;
  const text = input.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { kind: "email", value: text.toLowerCase() };
  const phone = normalisePhoneNumber(text);
  return /^\d{10}$/.test(phone) ? { kind: "phone", value: phone } : undefined;
}
