// Edits of single fields that do not overwrite what somebody else has changed since they were shown.
import { findChangedMeanwhile } from "#domain/schema/changed-meanwhile.ts";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { toWireRow } from "#server/items/field-values.ts";
import { validatePayload } from "#server/items/write/prepare.ts";

/**
 * The validated values of the sent fields, and which of `names` differ from the row. ENTRY_CHANGED with the field if one that differs
 * has not the value in `shown` any more.
 */
export function findEdits<N extends string>({
  collection,
  payload,
  shown = {},
  names,
  row,
}: {
  collection: Collection;
  payload: Row;
  shown?: Row | undefined;
  names: readonly N[];
  row: Row;
}): { values: Row; edited: N[] } {
  const values = validatePayload({ collection, payload, isNew: false });
  const edited = names.filter((name) => name in values && (values[name] ?? null) !== (row[name] ?? null));
  const changed = findChangedMeanwhile({ edited, shown, current: toWireRow(collection, row) });
  if (changed !== undefined) throwApiError("ENTRY_CHANGED", { field: changed });
  return { values, edited };
}
