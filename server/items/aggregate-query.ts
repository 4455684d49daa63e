// §7: `aggregate`: what is counted together, from `{ count: "*", sum: ["total_amount"] }`.
import { cost } from "#server/items/cost.ts";
import { refuseQuery } from "#server/items/refused.ts";

export const aggregateNames = [
  "count",
  "countDistinct",
  "countAll",
  "sum",
  "sumDistinct",
  "avg",
  "avgDistinct",
  "min",
  "max",
] as const;
export type AggregateName = (typeof aggregateNames)[number];

export interface Aggregate {
  operation: AggregateName;
  /** A field of the collection, or `*` for the rows themselves. */
  field: string;
}

/** Throws INVALID_QUERY for an operation that there is not. */
export function aggregateOf({
  value,
  list,
}: {
  value: { [operation: string]: unknown };
  list: (args: { name: string; value: unknown }) => string[];
}): Aggregate[] {
  const asked = Object.entries(value).flatMap(([name, fields]) => {
    const operation = aggregateNames.find((one) => one === name);
    if (!operation) return refuseQuery(`"${name}" is not a known aggregate function.`);
    const named = list({ name: "aggregate", value: fields });
    if (named.length === 0) refuseQuery(`"${name}" needs a field.`);
    return [...new Set(named)].map((field) => ({ operation, field }));
  });
  if (asked.length > cost.aggregates) refuseQuery(`At most ${cost.aggregates} aggregates may be asked for.`);
  return asked;
}
