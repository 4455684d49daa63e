// §7: what a filter means for one row at hand; the database answers for all the others.
import type { Filter, Json, Row } from "#domain/collection.ts";

/** True where the filter speaks of the row's own fields only, so that `matches` can judge it. */
export function isFlat(filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and" || key === "_or") return (value as Filter[]).every(isFlat);
    return Object.keys(value as Filter).every((operator) => operator in operators);
  });
}

const operators: { [operator: string]: (has: unknown, asked: Json) => boolean } = {
  _eq: (has, asked) => same(has, asked),
  _neq: (has, asked) => has !== null && has !== undefined && !same(has, asked),
  _in: (has, asked) => (asked as Json[]).some((one) => same(has, one)),
  _null: (has, asked) => (has === null || has === undefined) === asked,
  _nnull: (has, asked) => (has !== null && has !== undefined) === asked,
};

function same(has: unknown, asked: Json): boolean {
  return has !== null && has !== undefined && String(has) === String(asked);
}

/** Whether a row fits a flat filter. */
export function matches(row: Row, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "_and") return (value as Filter[]).every((part) => matches(row, part));
    if (key === "_or") return (value as Filter[]).some((part) => matches(row, part));
    return Object.entries(value as Filter).every(
      ([operator, asked]) => operators[operator]?.(row[key], asked) ?? false,
    );
  });
}
