// §3 Branch.amenities: a predefined list, so that searches find branches by amenity.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";

export const amenityNames = [
  "Covered",
  "CCTV",
  "24×7 security",
  "EV charging",
  "Wheelchair access",
  "Lift",
  "Toilets",
  "Drinking water",
  "Waiting room",
  "Car wash",
  "Air and puncture repair",
  "Two-wheeler parking",
] as const;

/** FAILED_VALIDATION unless the value is a list of texts; values outside the predefined list are allowed. */
export function validateAmenities({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const amenities = changes.amenities;
  if (amenities === undefined || amenities === null) return undefined;
  const isAmenity = (value: unknown): boolean =>
    typeof value === "string" && value.trim() !== "" && value.length <= limits.amenity;
  const isValid =
    Array.isArray(amenities) &&
    amenities.length <= limits.amenities &&
    new Set(amenities).size === amenities.length &&
    amenities.every(isAmenity);
  return isValid ? undefined : new RuleViolation("FAILED_VALIDATION", "amenities", { type: "amenities" });
}
