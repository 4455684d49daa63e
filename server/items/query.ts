// §7: the query of a read, from its bracket form or its JSON form; whatever is not understood is refused, never ignored.
import type { Filter } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { type Aggregate, aggregateOf } from "#server/items/aggregate-query.ts";
import { cost } from "#server/items/cost.ts";
import { type ExportFormat, exportFormats } from "#server/items/export.ts";
import { splitOutside } from "#server/items/field-call.ts";
import { listsOf, type Raw, rawOf } from "#server/items/query-string.ts";
import { refuseQuery } from "#server/items/refused.ts";

/** Which rows of a list, in which order; of the collection itself or (`deep`) of one of its relations. */
export interface Part {
  filter: Filter | null;
  sort: readonly string[];
  /** -1 is all. */
  limit: number;
  offset: number;
  search: string | null;
  /** Another key for a field, of this level. */
  alias?: Names;
  /** The same for the relations of this level, by their key. */
  deep?: Deep;
}
export type Names = { readonly [key: string]: string };
export type Deep = { readonly [relation: string]: Part };

export interface Query extends Part {
  fields: readonly string[];
  meta: readonly ("total_count" | "filter_count")[];
  /** Where there are any, rows are counted together instead of listed. */
  aggregate?: readonly Aggregate[];
  groupBy?: readonly string[];
  export?: ExportFormat | null;
}

const known = new Set(
  "fields filter sort limit offset page search meta deep alias aggregate groupBy export access_token".split(" "),
);
const notHere = new Set(["version", "versionRaw"]);

/** Reads the query string's pairs; throws INVALID_QUERY. */
export function parseQueryString(text: string): Query {
  return parseQuery(rawOf(text));
}

/** The same from an object, as a SEARCH body has it; throws INVALID_QUERY. */
export function parseQuery(raw: Raw): Query {
  for (const key of Object.keys(raw)) {
    if (notHere.has(key)) refuseQuery(`"${key}" is not supported.`);
    if (!known.has(key)) refuseQuery(`"${key}" is not a known parameter.`);
  }
  return {
    fields: list({ name: "fields", value: raw["fields"] }),
    ...partOf({ raw, standard: limits.defaultQueryLimit }),
    alias: namesOf(raw["alias"]),
    deep: deepOf({ value: raw["deep"], depth: 1 }),
    meta: metaOf(raw["meta"]),
    aggregate: aggregateOf({ value: objectOf({ name: "aggregate", value: raw["aggregate"] }), list }),
    groupBy: list({ name: "groupBy", value: raw["groupBy"] }),
    export: exportOf(raw["export"]),
  };
}

function partOf({ raw, standard }: { raw: Raw; standard: number }): Omit<Part, "alias" | "deep"> {
  const limit = wholeNumber({ name: "limit", value: raw["limit"], least: -1, fallback: standard });
  const page = wholeNumber({ name: "page", value: raw["page"], least: 0, fallback: 0 });
  const offset = wholeNumber({ name: "offset", value: raw["offset"], least: 0, fallback: 0 });
  if (limit > cost.rows) refuseQuery(`"limit" may be ${cost.rows}: ask for the rows in several pages.`);
  const sort = list({ name: "sort", value: raw["sort"] });
  if (sort.length > cost.sortKeys) refuseQuery(`One may sort by ${cost.sortKeys} keys.`);
  return {
    filter: filterOf(raw["filter"]),
    sort,
    limit,
    offset: page > 0 && limit > 0 ? (page - 1) * limit : offset,
    search: searchOf(raw["search"]),
  };
}

const partKeys = new Set(["_filter", "_sort", "_limit", "_offset", "_page", "_search", "_alias"]);

/** `{ history: { _limit: 2, status_id: { … } } }`: what is asked of each relation's rows, and below. */
function deepOf({ value, depth }: { value: unknown; depth: number }): Deep {
  const given = objectOf({ name: "deep", value });
  if (depth > cost.fieldDepth) refuseQuery(`"deep" may be nested ${cost.fieldDepth} levels deep.`);
  return Object.fromEntries(
    Object.entries(given).map(([relation, part]) => [relation, deepPart({ relation, part, depth })]),
  );
}

function deepPart({ relation, part, depth }: { relation: string; part: unknown; depth: number }): Part {
  const given = objectOf({ name: `deep of ${relation}`, value: part });
  const own: Raw = {};
  const below: Raw = {};
  for (const [key, value] of Object.entries(given)) {
    if (!key.startsWith("_")) below[key] = value;
    else if (partKeys.has(key)) own[key.slice(1)] = value;
    else refuseQuery(`"${key}" is not known in "deep".`);
  }
  return {
    ...partOf({ raw: own, standard: cost.relatedRows }),
    alias: namesOf(own["alias"]),
    deep: deepOf({ value: below, depth: depth + 1 }),
  };
}

/** `{ s: "status_id" }`: keys of the answer and what they stand for. */
function namesOf(value: unknown): Names {
  const names = objectOf({ name: "alias", value });
  if (Object.keys(names).length > cost.aliases) refuseQuery(`At most ${cost.aliases} aliases may be given.`);
  const given = Object.entries(names);
  for (const [key, field] of given) {
    if (typeof field !== "string") refuseQuery('"alias" must hold names of fields.');
    if (!/^[A-Za-z_]\w*$/.test(key) || key.length > cost.keyLength || key in {})
      refuseQuery(`"${key.slice(0, 100)}" cannot be an alias.`);
  }
  return Object.fromEntries(given) as Names;
}

/** An object given as one, or as JSON; an absent one is empty. */
function objectOf({ name, value }: { name: string; value: unknown }): Raw {
  if (value === undefined || value === "") return {};
  const given = typeof value === "string" ? fromJson(name, value) : value;
  if (typeof given !== "object" || given === null || Array.isArray(given)) refuseQuery(`"${name}" must be an object.`);
  return given as Raw;
}

function wholeNumber({
  name,
  value,
  least,
  fallback,
}: {
  name: string;
  value: unknown;
  least: number;
  fallback: number;
}): number {
  if (value === undefined || value === "") return fallback;
  const number = typeof value === "string" && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number) || number < least || number > 999_999_999)
    refuseQuery(`"${name}" must be a whole number of at least ${least}.`);
  return number;
}

/** A comma list, a JSON list, or the items of the bracket form. */
function list({ name, value }: { name: string; value: unknown }): string[] {
  if (value === undefined || value === "") return [];
  const items =
    typeof value === "string"
      ? value.trimStart().startsWith("[")
        ? fromJson(name, value)
        : [value]
      : typeof value === "object" && value !== null
        ? Object.values(value)
        : [value];
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string"))
    refuseQuery(`"${name}" must be a list of field names.`);
  return items
    .flatMap((item: string) => splitOutside({ text: item, by: "," }))
    .map((item: string) => item.trim())
    .filter(Boolean);
}

function filterOf(value: unknown): Filter | null {
  if (value === undefined || value === "") return null;
  return listsOf(objectOf({ name: "filter", value })) as Filter;
}

function searchOf(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" && typeof value !== "number") return refuseQuery('"search" must be text.');
  const text = String(value);
  if (text.includes("\u0000")) refuseQuery('"search" may not hold a NUL character.');
  return text.slice(0, cost.searchLength);
}

function metaOf(value: unknown): Query["meta"] {
  const asked = list({ name: "meta", value });
  if (asked.includes("*")) return ["total_count", "filter_count"];
  for (const name of asked)
    if (name !== "total_count" && name !== "filter_count") refuseQuery(`"${name}" is not a known meta value.`);
  return asked as Query["meta"];
}

function exportOf(value: unknown): ExportFormat | null {
  if (value === undefined || value === "") return null;
  return exportFormats.find((format) => format === value) ?? refuseQuery('"export" may be csv, json, xml or yaml.');
}

function fromJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseQuery(`"${name}" is not valid JSON.`);
  }
}
