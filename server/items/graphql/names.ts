// §7: GraphQL names; types of system collections have the prefix that clients expect.
import { createHash } from "node:crypto";
import type { Collection } from "#domain/schema/collection.ts";

export function getTypeName(collection: Collection): string {
  return collection.isSystem ? `directus_${collection.name}` : collection.name;
}

/** Alias of a relation that is selected several times under different keys. */
export function toAlias({ field, key }: { field: string; key: string }): string {
  const alias = `${field}__${key}`;
  // Result keys are PostgreSQL identifiers, which have at most 63 characters.
  return alias.length <= 60 ? alias : `alias_${createHash("sha256").update(alias).digest("hex").slice(0, 40)}`;
}

/** Parts of a timestamp that can be selected: `date_created_func { year }`. */
export const timestampParts = ["year", "month", "week", "day", "weekday", "hour", "minute", "second"] as const;

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
