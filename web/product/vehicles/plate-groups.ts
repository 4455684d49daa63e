// Splits a vehicle number into the groups shown on a plate.
import { uppercase } from "#domain/schema/fields.ts";

/** TN09AB1234 → TN 09 AB 1234; 22BH1234AA → 22 BH 1234 AA; an unknown format stays in one group. */
export function splitPlate(number: string): string[] {
  const plain = uppercase(number);
  const state = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/.exec(plain);
  const bharat = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/.exec(plain);
  const groups = (state ?? bharat)?.slice(1).filter((group) => group !== "");
  return groups ?? [plain];
}
