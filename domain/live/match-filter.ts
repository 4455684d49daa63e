// §7 live: evaluates permission filters in memory on the columns of an event.
import type { Filter, Json } from "#domain/schema/collection.ts";
import { filterOperators, getConditions, getOperators, toList } from "#domain/schema/filter.ts";

/** Values of a row by path: `branch`, or `parking_main_info.phone_no` for a column of a related row. */
export type MatchRow = { readonly [path: string]: Json | undefined };

/** Operators supported through relations; null checks behave differently there in SQL. */
const relationOperators = new Set(["_eq", "_in"]);

/** True if `matchesRow` supports the filter; it denies anything else. */
export function isMatchable(filter: Filter, prefix = ""): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and" || key === "_or")
      return getConditions(value).every((condition) => isMatchable(condition, prefix));
    return getOperators(value).every(([operator, operand]) => {
      if (operator in filterOperators) return prefix === "" || relationOperators.has(operator);
      const isKnown = ["_and", "_or"].includes(operator) || !operator.startsWith("_");
      return isNested(operand) && isKnown && isMatchable({ [operator]: operand }, `${prefix}${key}.`);
    });
  });
}

/** Distinct paths used by the filter. */
export function getFilterPaths(filter: Filter, prefix = ""): string[] {
  const paths = Object.entries(filter).flatMap(([key, value]) => {
    if (key === "_and" || key === "_or")
      return getConditions(value).flatMap((condition) => getFilterPaths(condition, prefix));
    return getOperators(value).flatMap(([operator, operand]) =>
      operator in filterOperators ? [`${prefix}${key}`] : getFilterPaths({ [operator]: operand }, `${prefix}${key}.`),
    );
  });
  return [...new Set(paths)];
}

/** True if the values match the filter. A missing value matches no comparison. */
export function matchesRow(row: MatchRow, filter: Filter, prefix = ""): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and") return getConditions(value).every((condition) => matchesRow(row, condition, prefix));
    if (key === "_or") return getConditions(value).some((condition) => matchesRow(row, condition, prefix));
    return getOperators(value).every(([operator, operand]) => {
      const compare = filterOperators[operator];
      if (compare) return compare(row[`${prefix}${key}`], operand);
      return isNested(operand) && matchesRow(row, { [operator]: operand }, `${prefix}${key}.`);
    });
  });
}

/**
 * Keys (`path=value`) of which each matching row has at least one; null if no equality restricts the filter.
 * `getRowKeys` returns the keys of a row.
 */
export function getFilterKeys(filter: Filter, prefix = ""): string[] | null {
  for (const [key, value] of Object.entries(filter)) {
    const keys = getPartKeys({ key, value, prefix });
    if (keys) return keys;
  }
  return null;
}

function getPartKeys({ key, value, prefix }: { key: string; value: Json; prefix: string }): string[] | null {
  if (key === "_and") return pickFirstKeys(getConditions(value).map((condition) => getFilterKeys(condition, prefix)));
  if (key === "_or") {
    const conditionKeys = getConditions(value).map((condition) => getFilterKeys(condition, prefix));
    return conditionKeys.every((condition) => condition !== null) ? conditionKeys.flat() : null;
  }
  return pickFirstKeys(
    getOperators(value).map(([operator, operand]) => {
      // A boolean is not selective enough for a key.
      if (operator === "_eq") return typeof operand === "boolean" ? null : [toMatchKey(`${prefix}${key}`, operand)];
      if (operator === "_in") return toList(operand).map((item) => toMatchKey(`${prefix}${key}`, item));
      return operator in filterOperators || !isNested(operand)
        ? null
        : getFilterKeys({ [operator]: operand }, `${prefix}${key}.`);
    }),
  );
}

export function getRowKeys(row: MatchRow): string[] {
  return Object.entries(row).flatMap(([path, value]) =>
    value === null || value === undefined ? [] : [toMatchKey(path, value)],
  );
}

const toMatchKey = (path: string, value: Json): string => `${path}=${String(value)}`;
const pickFirstKeys = (candidates: (string[] | null)[]): string[] | null =>
  candidates.find((keys) => keys !== null) ?? null;
const isNested = (value: Json): boolean => typeof value === "object" && value !== null;
