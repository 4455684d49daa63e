// §3 Damages that staff mark on a drawing of the car when it is received, by the part of the car.
import { RuleViolation } from "#domain/schema/collection.ts";

export const fuelLevels = ["empty", "quarter", "half", "three quarters", "full"] as const;

/** In the order of the drawing: the car from above, its front on the left. */
export const carParts = [
  "front",
  "bonnet",
  "roof",
  "boot",
  "rear",
  "front left",
  "rear left",
  "front right",
  "rear right",
] as const;
export type CarPart = (typeof carParts)[number];

const isCarPart = (value: unknown): value is CarPart => carParts.some((part) => part === value);

/** Known parts, each once, in the order of the drawing. */
export function readDamages(stored: unknown): CarPart[] {
  if (!Array.isArray(stored)) return [];
  return carParts.filter((part) => stored.includes(part));
}

/** FAILED_VALIDATION for anything but a list of different parts. */
export function validateDamages({ changes }: { changes: { damages?: unknown } }): RuleViolation | undefined {
  const { damages } = changes;
  if (damages === undefined || damages === null) return undefined;
  const isList = Array.isArray(damages) && damages.every(isCarPart) && new Set(damages).size === damages.length;
  return isList
    ? undefined
    : new RuleViolation("FAILED_VALIDATION", "damages", { message: "must be parts of the car" });
}
