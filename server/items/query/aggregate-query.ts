// §7: parses `aggregate`, for example `{ count: "*", sum: ["total_amount"] }`.
import { queryLimits } from "#server/items/query/query-limits.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";

export const aggregateFunctionNames = [
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
export type AggregateFunctionName = (typeof aggregateFunctionNames)[number];

export interface Aggregate {
  operation: AggregateFunctionName;
  /** A field of the collection, or `*` for rows. */
  field: string;
}

/** Throws INVALID_QUERY for an unknown operation. */
export function parseAggregates({
  value,
  list,
}: {
  value: { [operation: string]: unknown };
  list: (args: { name: string; value: unknown }) => string[];
}): Aggregate[] {
  const aggregates = Object.entries(value).flatMap(([name, fields]) => {
    const operation = aggregateFunctionNames.find((knownName) => knownName === name);
    if (!operation) return throwInvalidQuery(`"${name}" is not a known aggregate function.`);
    const fieldNames = list({ name: "aggregate", value: fields });
    if (fieldNames.length === 0) throwInvalidQuery(`"${name}" needs a field.`);
    return [...new Set(fieldNames)].map((field) => ({ operation, field }));
  });
  if (aggregates.length > queryLimits.aggregates)
    throwInvalidQuery(`At most ${queryLimits.aggregates} aggregates may be asked for.`);
  return aggregates;
}
