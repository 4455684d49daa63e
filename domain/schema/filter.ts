// §7: evaluates flat filters on a single row in memory; all other filters are evaluated by the database.
import type { Filter, Json, Row } from "#domain/schema/collection.ts";

/** The operators of a field with their operands; a malformed condition has an operator that matches nothing. */
export function getOperators(condition: Json): [operator: string, operand: Json][] {
  return typeof condition === "object" && condition !== null ? Object.entries(condition) : [["", condition]];
}

/** The conditions of `_and` and `_or`. */
export function getConditions(conditions: Json): Filter[] {
  return toList(conditions).map((condition) =>
    typeof condition === "object" && condition !== null && !Array.isArray(condition) ? condition : { "": condition },
  );
}

/** The list itself; throws for anything else. */
export function toList(value: Json): Json[] {
  if (!Array.isArray(value)) throw new TypeError("A filter has a value where a list belongs.");
  return value;
}

/** True if the filter uses the row's own fields only, so that `matchesFilter` can evaluate it. */
export function isFlatFilter(filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and" || key === "_or") return getConditions(value).every(isFlatFilter);
    return getOperators(value).every(([operator]) => operator in filterOperators);
  });
}

/** Implementation of each operator; a missing value is null. */
export const filterOperators: { [operator: string]: (actual: unknown, expected: Json) => boolean } = {
  _eq: (actual, expected) => isEqual(actual, expected),
  _neq: (actual, expected) => actual !== null && actual !== undefined && !isEqual(actual, expected),
  _in: (actual, expected) => toList(expected).some((item) => isEqual(actual, item)),
  _null: (actual, expected) => (actual === null || actual === undefined) === expected,
  _nnull: (actual, expected) => (actual !== null && actual !== undefined) === expected,
};

function isEqual(actual: unknown, expected: Json): boolean {
  return actual !== null && actual !== undefined && String(actual) === String(expected);
}

/** True if the row matches a flat filter. */
export function matchesFilter(row: Row, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and") return getConditions(value).every((condition) => matchesFilter(row, condition));
    if (key === "_or") return getConditions(value).some((condition) => matchesFilter(row, condition));
    return getOperators(value).every(
      ([operator, expected]) => filterOperators[operator]?.(row[key], expected) ?? false,
    );
  });
}
