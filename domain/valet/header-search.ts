// §5: 'Header search accepts a phone number, vehicle number or OTP'.
import type { ErrorCode } from "#domain/errors.ts";
import { normalisePhoneNumber } from "#domain/schema/fields.ts";

export type SearchTerm = { kind: "phone" | "vehicle" | "otp"; value: string };

/**
 * Normalises the input to its stored form, ignoring spaces, hyphens, dots, brackets and +91 or a leading 0.
 * HEADER_SEARCH_VALIDATION_1 if empty, HEADER_SEARCH_VALIDATION_2 if it is none of the three.
 */
export function parseSearchTerm(input: string): SearchTerm | ErrorCode {
  const value = input.replace(/[\s\-.()]+/g, "").toUpperCase();
  if (value === "") return "HEADER_SEARCH_VALIDATION_1";
  const phone = normalisePhoneNumber(value);
  if (/^\d{10}$/.test(phone)) return { kind: "phone", value: phone };
  if (/^[1-9]\d{3}$/.test(value)) return { kind: "otp", value };
  if (/^[A-Z0-9]{6,15}$/.test(value)) return { kind: "vehicle", value };
  return "HEADER_SEARCH_VALIDATION_2";
}
