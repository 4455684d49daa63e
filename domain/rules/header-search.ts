// §5: 'Header search accepts a phone number, vehicle number or OTP'.
import type { ErrorCode } from "#domain/errors.ts";

export type Sought = { kind: "phone" | "vehicle" | "otp"; value: string };

/**
 * What somebody typed, in the form it is stored in: spaces, hyphens, dots, brackets and +91 or a leading 0 do not matter.
 * Empty is HEADER_SEARCH_VALIDATION_1, what is none of the three HEADER_SEARCH_VALIDATION_2.
 */
export function recogniseSearch(typed: string): Sought | ErrorCode {
  const value = typed.replace(/[\s\-.()]+/g, "").toUpperCase();
  if (value === "") return "HEADER_SEARCH_VALIDATION_1";
  const phone = /^(?:\+91|91|0)?(\d{10})$/.exec(value)?.[1];
  if (phone) return { kind: "phone", value: phone };
  if (/^[1-9]\d{3}$/.test(value)) return { kind: "otp", value };
  if (/^[A-Z0-9]{6,15}$/.test(value)) return { kind: "vehicle", value };
  return "HEADER_SEARCH_VALIDATION_2";
}
