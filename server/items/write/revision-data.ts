// §7: the data of revisions. That of a new row leaves out its empty fields, which are most of them: a revision keeps the row twice.
import type { Collection, Field, Row } from "#domain/schema/collection.ts";

/** An explicit null instead of a default is kept. */
const isLeftOut = (field: Field | undefined): boolean => field?.default === undefined;

export function toRevisionData({ collection, row }: { collection: Collection; row: Row }): Row {
  const data: Row = {};
  for (const name of Object.keys(row)) {
    const value = row[name] ?? null;
    if (value !== null || !isLeftOut(collection.fields[name])) data[name] = value;
  }
  return data;
}

/** The data of a new row with its empty fields, as those of later revisions have them. */
export function fillRevisionData({ collection, data }: { collection: Collection; data: Row }): Row {
  const isEmpty = ([name, field]: [string, Field]): boolean =>
    !(name in data) && name !== "id" && field.kind !== "many" && !field.required && isLeftOut(field);
  const empty = Object.entries(collection.fields).filter(isEmpty);
  return { ...data, ...Object.fromEntries(empty.map(([name]) => [name, null])) };
}
