// §7: lists of what is declared and not stored, under the same query as lists of rows, as far as it makes sense for them.
import type { Json, Row } from "#domain/collection.ts";
import { isFlat, matches } from "#domain/filter.ts";
import type { Query } from "#server/items/query.ts";
import { refuseField, refuseQuery } from "#server/items/refused.ts";

export type VirtualRow = { [field: string]: Json };

/** The rows a query asks for; a filter may compare fields of the row itself. INVALID_QUERY, FORBIDDEN for unknown fields. */
export function virtualList({
  name,
  rows,
  query,
}: {
  name: string;
  rows: readonly VirtualRow[];
  query: Pick<Query, "fields" | "filter" | "sort" | "limit" | "offset">;
}): VirtualRow[] {
  const { filter, fields, sort, limit, offset } = query;
  const known = rows[0];
  const check = (field: string): string =>
    !known || Object.hasOwn(known, field) ? field : refuseField({ field, collection: name, path: "" });
  if (filter && !isFlat(filter))
    refuseQuery(`Lists of ${name} are filtered by _eq, _neq, _in, _null and _nnull of own fields.`);
  const named = fields.filter((field) => field !== "*").map(check);
  const found = sorted({ rows: filter ? rows.filter((row) => matches(row as Row, filter)) : [...rows], sort, check });
  const page = limit === -1 ? found.slice(offset) : found.slice(offset, offset + limit);
  if (fields.length === 0 || fields.includes("*")) return page;
  return page.map((row) => Object.fromEntries(named.map((field) => [field, row[field]!])));
}

function sorted({
  rows,
  sort,
  check,
}: {
  rows: VirtualRow[];
  sort: readonly string[];
  check: (field: string) => string;
}): VirtualRow[] {
  const keys = sort.map((key) => ({ field: check(key.replace(/^-/, "")), way: key.startsWith("-") ? -1 : 1 }));
  return rows.toSorted((one, other) => {
    for (const { field, way } of keys) {
      const order = compared(one[field]!, other[field]!);
      if (order !== 0) return order * way;
    }
    return 0;
  });
}

function compared(one: Json, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [left, right] = [String(one), String(other)];
  return left === right ? 0 : left < right ? -1 : 1;
}
