// §1: what the platform searches companies by.
import { normalisePhoneNumber } from "#domain/schema/fields.ts";

export interface CompanySearch {
  /** Part of a name or an email address. */
  text: string;
  /** Part of a PAN, CIN or GSTIN as stored: capitals without spaces. Empty if the input cannot be one. */
  taxId: string;
  /** Part of a phone number as stored. Empty if the input cannot be one. */
  phone: string;
}

const minDigits = 4;

/** Short parts are searched in names only, since nearly every number contains them. */
export function parseCompanySearch(input: string): CompanySearch {
  const text = input.trim().replace(/\s+/g, " ").slice(0, 50);
  const compact = text.replace(/[\s-]+/g, "").toUpperCase();
  const isTaxId = /^[A-Z0-9]+$/.test(compact) && compact.length >= minDigits;
  const digits = normalisePhoneNumber(text).replace(/[\s\-.()+]+/g, "");
  const isPhone = /^\d+$/.test(digits) && digits.length >= minDigits;
  return { text, taxId: isTaxId ? compact : "", phone: isPhone ? digits : "" };
}
