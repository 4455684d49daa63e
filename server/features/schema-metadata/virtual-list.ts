// §7: queries lists that are declared in code, with the supported subset of the items query.
import type { Json } from "#domain/schema/collection.ts";
import { isFlatFilter, matchesFilter } from "#domain/schema/filter.ts";
import type { Query } from "#server/items/query/query.ts";
import { throwFieldForbidden, throwInvalidQuery } from "#server/items/api-error.ts";

export type VirtualRow = { [field: string]: Json };

/**
 * Applies a query to the rows; a filter can only use fields of the row itself. INVALID_QUERY, FORBIDDEN for unknown
 * fields.
 */
export function queryVirtualRows({
  name,
  rows,
  query,
}: {
  name: string;
  rows: readonly VirtualRow[];
  query: Pick<Query, "fields" | "filter" | "sort" | "limit" | "offset">;
}): VirtualRow[] {
  const { filter, fields, sort, limit, offset } = query;
  const sample = rows[0];
  const checkField = (field: string): string =>
    !sample || Object.hasOwn(sample, field) ? field : throwFieldForbidden({ field, collection: name, path: "" });
  if (filter && !isFlatFilter(filter))
    throwInvalidQuery(`Lists of ${name} are filtered by _eq, _neq, _in, _null and _nnull of own fields.`);
  const requestedFields = fields.filter((field) => field !== "*").map(checkField);
  const matches = sortRows({
    rows: filter ? rows.filter((row) => matchesFilter(row, filter)) : [...rows],
    sort,
    check: checkField,
  });
  const page = limit === -1 ? matches.slice(offset) : matches.slice(offset, offset + limit);
  if (fields.length === 0 || fields.includes("*")) return page;
  return page.map((row) => Object.fromEntries(requestedFields.map((field) => [field, row[field]!])));
}

function sortRows({
  rows,
  sort,
  check: checkField,
}: {
  rows: VirtualRow[];
  sort: readonly string[];
  check: (field: string) => string;
}): VirtualRow[] {
  const keys = sort.map((key) => ({ field: checkField(key.replace(/^-/, "")), way: key.startsWith("-") ? -1 : 1 }));
  return rows.toSorted((first, second) => {
    for (const { field, way: direction } of keys) {
      const order = compareValues(first[field]!, second[field]!);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

function compareValues(first: Json, second: Json): number {
  if (typeof first === "number" && typeof second === "number") return first - second;
  const [left, right] = [String(first), String(second)];
  return left === right ? 0 : left < right ? -1 : 1;
}
