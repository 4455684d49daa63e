// §7 /presets: limits of number and size per user.
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";

const jsonFields = ["layout_query", "layout_options", "filter"] as const;

/** TOO_MANY_PRESETS if the user who gets the preset is at the limit. */
export function validatePresetCount({ lookups }: RuleArgs): RuleViolation | undefined {
  const existingCount = lookups?.presetCount;
  return existingCount !== undefined && existingCount >= limits.presets
    ? new RuleViolation("TOO_MANY_PRESETS")
    : undefined;
}

/** VALUE_TOO_LONG if the JSON of all fields together exceeds `limits.presetJson`. */
export function validatePresetSize({ after, changes }: RuleArgs): RuleViolation | undefined {
  const changedField = jsonFields.find((name) => name in changes);
  if (!changedField) return undefined;
  const length = jsonFields.reduce((sum, name) => sum + JSON.stringify(after[name] ?? null).length, 0);
  return length > limits.presetJson ? new RuleViolation("VALUE_TOO_LONG", changedField) : undefined;
}
