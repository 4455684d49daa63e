// §7 live: SQL of the columns that decide read access to a row; sent with its event, or read later if missing.
import type { Collection } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { getMatchColumns } from "#domain/live/match-columns.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";

/** Columns of the collection that `buildMatchRowSql` needs. */
export function getMatchBaseColumns(collection: Collection): string[] {
  return [...new Set(getMatchColumns(collection).map((path) => path.split(".", 1)[0]!))].filter(
    (name) => name !== "id",
  );
}

/** JSON object of the row's match columns by path; `alias` provides the columns of `getMatchBaseColumns` and `id`. */
export function buildMatchRowSql({ collection, alias }: { collection: Collection; alias: string }): string {
  const pairs = getMatchColumns(collection).map(
    (path) => `'${path}', ${buildValueSql({ collection, alias, path: path.split(".") })}`,
  );
  return `jsonb_build_object(${pairs.join(", ")})`;
}

function buildValueSql({
  collection,
  alias,
  path: [field, ...rest],
}: {
  collection: Collection;
  alias: string;
  path: string[];
}): string {
  const column = `${alias}.${quoteIdentifier(field!)}`;
  if (rest.length === 0) return column;
  const target = findCollection(collection.fields[field!]!.target!)!;
  const inner = `${alias}_${field!.toLowerCase()}`;
  const value = buildValueSql({ collection: target, alias: inner, path: rest });
  return `(select ${value} from ${quoteIdentifier(target.name)} ${inner} where ${inner}."id" = ${column})`;
}
