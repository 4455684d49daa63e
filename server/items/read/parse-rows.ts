import type { Json } from "#domain/schema/collection.ts";

export type JsonRow = { [key: string]: Json };

/**
 * Rows of the JSON list that the read path has produced. PostgreSQL has built it from the declared fields, so that its
 * rows are not validated again (docs/decisions/020-schemas-at-borders.md).
 */
export function parseRows(list: string): JsonRow[] {
  const rows: unknown = JSON.parse(list);
  if (!Array.isArray(rows)) throw new TypeError("The read path returned no list");
  return rows;
}
