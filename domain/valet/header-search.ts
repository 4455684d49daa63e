// §5: 'Header search accepts a phone number, vehicle number or OTP'; also the last four digits of a plate, a token, a key
// tag, a receipt number and a name.
import type { ErrorCode } from "#domain/errors.ts";
import { normalisePhoneNumber } from "#domain/schema/fields.ts";

/**
 * `digits` are four digits: an OTP, the end of a vehicle number, or a key tag; `token` is a token without its prefix;
 * `vehicle` can be a token or a key tag, as `name` can be a key tag of letters.
 */
export type SearchTerm = { kind: "phone" | "vehicle" | "digits" | "token" | "tag" | "receipt" | "name"; value: string };

/**
 * Normalises the input to its stored form, ignoring spaces, hyphens, dots, brackets and +91 or a leading 0.
 * HEADER_SEARCH_VALIDATION_1 if empty, HEADER_SEARCH_VALIDATION_2 if it is none of them.
 */
export function parseSearchTerm(input: string): SearchTerm | ErrorCode {
  const text = input.trim();
  if (/^(g[pv])?\d{8}-\d{1,6}$/i.test(text)) return { kind: "receipt", value: text.toUpperCase() };
  // A vehicle number always has a digit.
  if (/^\p{L}[\p{L}\p{M} .']{2,}$/u.test(text)) return { kind: "name", value: text };
  const value = text.replace(/[\s\-.()]+/g, "").toUpperCase();
  if (value === "") return "HEADER_SEARCH_VALIDATION_1";
  const phone = normalisePhoneNumber(value);
  if (/^\d{10}$/.test(phone)) return { kind: "phone", value: phone };
  if (/^\d{4}$/.test(value)) return { kind: "digits", value };
  if (/^\d{5}$/.test(value)) return { kind: "token", value };
  if (/^(?=.*\d)[A-Z0-9]{1,5}$/.test(value)) return { kind: "tag", value };
  if (/^[A-Z0-9]{6,15}$/.test(value)) return { kind: "vehicle", value };
  return "HEADER_SEARCH_VALIDATION_2";
}
