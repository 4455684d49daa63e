// §7: the names GraphQL has for what is declared: system collections' types carry the prefix clients know them by.
import { createHash } from "node:crypto";
import type { Collection } from "#domain/collection.ts";

export function typeName(collection: Collection): string {
  return collection.system ? `directus_${collection.name}` : collection.name;
}

/** Where a relation was asked for twice under different keys, each answer lies under a name of its own. */
export function aliasOf({ field, key }: { field: string; key: string }): string {
  const alias = `${field}__${key}`;
  // A key of the answer is a name of PostgreSQL's, which has 63 characters at most.
  return alias.length <= 60 ? alias : `alias_${createHash("sha256").update(alias).digest("hex").slice(0, 40)}`;
}

/** The parts of a moment that can be asked for: `date_created_func { year }`. */
export const momentParts = ["year", "month", "week", "day", "weekday", "hour", "minute", "second"] as const;

export const aggregateFunctions = [
  "count",
  "countDistinct",
  "sum",
  "sumDistinct",
  "avg",
  "avgDistinct",
  "min",
  "max",
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];
