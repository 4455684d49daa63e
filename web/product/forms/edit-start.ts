// What the form of an edit begins with: the row as shown, and again when somebody else has changed it meanwhile.
import { t } from "#web/languages/t.ts";

/** Values as the form has them. */
export interface SavedValues {
  [name: string]: string | boolean;
}
/** Values as the form submits them. */
export interface TypedValues {
  [name: string]: string | boolean | null;
}

export interface EditStart<T> {
  row: T;
  initial: SavedValues;
  errors: { [name: string]: string };
  /** Counts the starts: the key of the form. */
  attempt: number;
}

/** Without `previous` the first start. */
export function createEditStart<T>({
  row,
  saved,
  previous,
}: {
  row: T;
  saved: SavedValues;
  previous?: EditStart<T>;
}): EditStart<T> {
  return { row, initial: saved, errors: {}, attempt: previous ? previous.attempt + 1 : 0 };
}

/** Names of the fields that were edited. */
export function findEditedFields({ typed, saved }: { typed: TypedValues; saved: SavedValues }): string[] {
  return Object.keys(typed).filter((name) => (typed[name] ?? "") !== (saved[name] ?? ""));
}

/** Takes over what somebody else has changed, except in the fields that were edited, which say so. */
export function mergeChanges<T>({
  previous,
  row,
  toSavedValues,
  typed,
  codes,
}: {
  previous: EditStart<T>;
  row: T;
  toSavedValues: (row: T) => SavedValues;
  typed: TypedValues;
  /** Fields whose value says nothing to people, such as an id. */
  codes: readonly string[];
}): EditStart<T> {
  const before = toSavedValues(previous.row);
  const saved = toSavedValues(row);
  const start = createEditStart({ row, saved: { ...saved }, previous });
  for (const name of findEditedFields({ typed, saved: before })) {
    const entered = typed[name] ?? "";
    const value = saved[name] ?? "";
    start.initial[name] = entered;
    if (value === before[name] || value === entered) continue;
    start.errors[name] =
      codes.includes(name) || value === "" || typeof value === "boolean"
        ? t("*Somebody else has changed this. Save to replace it.")
        : t("*Somebody else has changed this to “{value}”. Save to replace it.", { value });
  }
  return start;
}
