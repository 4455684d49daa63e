// §3 Branch.amenities: what a place has, chosen from one list, so that a search finds it.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";

export const amenityNames = [
  "Covered",
  "CCTV",
  "Guard day and night",
  "EV charging",
  "Wheelchair access",
  "Lift",
  "Toilets",
  "Drinking water",
  "Waiting room",
  "Car wash",
  "Air and puncture",
  "Two-wheeler stands",
] as const;

/** FAILED_VALIDATION for what is no list of words; a word of one's own beside those of the list is allowed. */
export function amenitiesAreWords({ changes }: RuleArgs): Refusal | undefined {
  const sent = changes["amenities"];
  if (sent === undefined || sent === null) return undefined;
  const isWord = (word: unknown): boolean =>
    typeof word === "string" && word.trim() !== "" && word.length <= limits.amenity;
  const isGood =
    Array.isArray(sent) && sent.length <= limits.amenities && new Set(sent).size === sent.length && sent.every(isWord);
  return isGood ? undefined : new Refusal("FAILED_VALIDATION", "amenities", { type: "amenities" });
}
