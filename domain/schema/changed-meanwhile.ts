// Edits that do not overwrite what somebody else has changed since the fields were shown to the editor.

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
