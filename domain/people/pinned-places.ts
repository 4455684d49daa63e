// §2 /{customerType}/pin-my-location: the places that a customer has pinned, such as home and work.
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";

export interface PinnedPlace {
  name: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export const maxPinnedPlaces = 20;

const isDegrees = (value: unknown, max: number): value is number =>
  typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= max;

function parsePlace(place: unknown): PinnedPlace | undefined {
  if (typeof place !== "object" || place === null) return undefined;
  if (!("name" in place && "latitude" in place && "longitude" in place)) return undefined;
  const { name: typed, latitude, longitude } = place;
  const name = typeof typed === "string" ? typed.trim() : "";
  if (name === "" || name.length > limits.name || name.includes("\u0000")) return undefined;
  return isDegrees(latitude, 90) && isDegrees(longitude, 180) ? { name, latitude, longitude } : undefined;
}

/** Validates the list, and stores nothing else of it. INVALID_USER_DETAILS. */
export function applyPinnedPlaces({ changes }: RuleArgsOf<"users">): Row | RuleViolation | undefined {
  if (!("pinned_places" in changes)) return undefined;
  // JSON of any shape until it is checked here.
  const input: unknown = changes.pinned_places ?? [];
  const places = Array.isArray(input) && input.length <= maxPinnedPlaces ? input.map(parsePlace) : [undefined];
  return places.every((place) => place !== undefined)
    ? { pinned_places: places.map((place) => ({ ...place })) }
    : new RuleViolation("INVALID_USER_DETAILS", "pinned_places");
}
