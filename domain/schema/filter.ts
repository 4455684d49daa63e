// §7: evaluates flat filters on a single row in memory; all other filters are evaluated by the database.
import type { Filter, Json, Row } from "#domain/schema/collection.ts";

/** True if the filter uses the row's own fields only, so that `matchesFilter` can evaluate it. */
export function isFlatFilter(filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and" || key === "_or") return (value as Filter[]).every(isFlatFilter);
    return Object.keys(value as Filter).every((operator) => operator in filterOperators);
  });
}

/** Implementation of each operator; a missing value is null. */
export const filterOperators: { [operator: string]: (actual: unknown, expected: Json) => boolean } = {
  _eq: (actual, expected) => isEqual(actual, expected),
  _neq: (actual, expected) => actual !== null && actual !== undefined && !isEqual(actual, expected),
  _in: (actual, expected) => (expected as Json[]).some((item) => isEqual(actual, item)),
  _null: (actual, expected) => (actual === null || actual === undefined) === expected,
  _nnull: (actual, expected) => (actual !== null && actual !== undefined) === expected,
};

function isEqual(actual: unknown, expected: Json): boolean {
  return actual !== null && actual !== undefined && String(actual) === String(expected);
}

/** True if the row matches a flat filter. */
export function matchesFilter(row: Row, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and") return (value as Filter[]).every((condition) => matchesFilter(row, condition));
    if (key === "_or") return (value as Filter[]).some((condition) => matchesFilter(row, condition));
    return Object.entries(value as Filter).every(
      ([operator, expected]) => filterOperators[operator]?.(row[key], expected) ?? false,
    );
  });
}
