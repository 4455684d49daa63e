// §2 /parking/edit: changes of an entry's details that need no reason. See docs/rules/corrections.md.
import { visitDetailNames } from "#domain/visitors/visit-details.ts";

/** Fields of the visitor record that are edited. */
export const editedVisitorFields = ["name", "email", "entry_reason"] as const;
/** Fields of the visitor record that are edited on its own page, where a pass may get another vehicle type. */
export const editedRecordFields = [...editedVisitorFields, "vehicle_type"] as const;
/** Fields of the entry that are edited. */
export const editedEntryFields = ["visitor_id", ...visitDetailNames, "slot_prefix", "slot_no"] as const;

interface EditedValues {
  readonly [field: string]: unknown;
}

/** Of lists and objects, as text: both sides are as the database returns them. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? "") === JSON.stringify(other ?? "");

/**
 * The first edited field that has neither the value that was shown to the editor nor the new one: somebody else has changed it
 * meanwhile. Fields that are missing in `shown` are not compared; null and an empty text are the same.
 */
export function findChangedMeanwhile({
  edited,
  shown,
  current,
}: {
  edited: readonly string[];
  shown: EditedValues;
  current: EditedValues;
}): string | undefined {
  return edited.find((name) => name in shown && !isSame(shown[name], current[name]));
}
