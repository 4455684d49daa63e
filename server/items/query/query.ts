// §7: parses queries in bracket or JSON form; unknown parameters are rejected, never ignored.
import type { Filter } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";
import { type Aggregate, parseAggregates } from "#server/items/query/aggregate-query.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { type ExportFormat, exportFormats } from "#server/items/rest/export.ts";
import { splitOutsideBrackets } from "#server/items/query/field-function.ts";
import { normaliseLists, type RawQuery, parseRawQuery } from "#server/items/query/query-string.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";

/** Filter, order and paging of a list, of the collection itself or (`deep`) of a relation. */
export interface ListOptions {
  filter: Filter | null;
  sort: readonly string[];
  /** -1 means all rows. */
  limit: number;
  offset: number;
  search: string | null;
  /** Aliases of fields of this level. */
  alias?: FieldAliases;
  /** Options of the relations of this level, by key. */
  deep?: DeepOptions;
}
export type FieldAliases = { readonly [key: string]: string };
export type DeepOptions = { readonly [relation: string]: ListOptions };

export interface Query extends ListOptions {
  fields: readonly string[];
  meta: readonly ("total_count" | "filter_count")[];
  /** If present, rows are aggregated instead of listed. */
  aggregate?: readonly Aggregate[];
  groupBy?: readonly string[];
  export?: ExportFormat | null;
}

const knownParameters = new Set(
  "fields filter sort limit offset page search meta deep alias aggregate groupBy export access_token".split(" "),
);
const unsupportedParameters = new Set(["version", "versionRaw"]);

/** Parses a query string; throws INVALID_QUERY. */
export function parseQueryString(text: string): Query {
  return parseQuery(parseRawQuery(text));
}

/** Parses a query object, as in a SEARCH body; throws INVALID_QUERY. */
export function parseQuery(raw: RawQuery): Query {
  for (const key of Object.keys(raw)) {
    if (unsupportedParameters.has(key)) throwInvalidQuery(`"${key}" is not supported.`);
    if (!knownParameters.has(key)) throwInvalidQuery(`"${key}" is not a known parameter.`);
  }
  return {
    fields: parseList({ name: "fields", value: raw["fields"] }),
    ...parseListOptions({ raw, standard: limits.defaultQueryLimit }),
    alias: parseAliases(raw["alias"]),
    deep: parseDeep({ value: raw["deep"], depth: 1 }),
    meta: parseMeta(raw["meta"]),
    aggregate: parseAggregates({ value: parseObject({ name: "aggregate", value: raw["aggregate"] }), list: parseList }),
    groupBy: parseList({ name: "groupBy", value: raw["groupBy"] }),
    export: parseExportFormat(raw["export"]),
  };
}

function parseListOptions({
  raw,
  standard: defaultLimit,
}: {
  raw: RawQuery;
  standard: number;
}): Omit<ListOptions, "alias" | "deep"> {
  const limit = parseWholeNumber({ name: "limit", value: raw["limit"], min: -1, fallback: defaultLimit });
  const page = parseWholeNumber({ name: "page", value: raw["page"], min: 0, fallback: 0 });
  const offset = parseWholeNumber({ name: "offset", value: raw["offset"], min: 0, fallback: 0 });
  if (limit > queryLimits.rows)
    throwInvalidQuery(`"limit" may be ${queryLimits.rows}: ask for the rows in several pages.`);
  const sort = parseList({ name: "sort", value: raw["sort"] });
  if (sort.length > queryLimits.sortKeys) throwInvalidQuery(`One may sort by ${queryLimits.sortKeys} keys.`);
  return {
    filter: parseFilter(raw["filter"]),
    sort,
    limit,
    offset: page > 0 && limit > 0 ? (page - 1) * limit : offset,
    search: parseSearch(raw["search"]),
  };
}

const partKeys = new Set(["_filter", "_sort", "_limit", "_offset", "_page", "_search", "_alias"]);

/** `{ history: { _limit: 2, status_id: { … } } }`: options of each relation's rows, and of nested relations. */
function parseDeep({ value, depth }: { value: unknown; depth: number }): DeepOptions {
  const deepOptions = parseObject({ name: "deep", value });
  if (depth > queryLimits.fieldDepth) throwInvalidQuery(`"deep" may be nested ${queryLimits.fieldDepth} levels deep.`);
  return Object.fromEntries(
    Object.entries(deepOptions).map(([relation, options]) => [
      relation,
      parseDeepOptions({ relation, options, depth }),
    ]),
  );
}

function parseDeepOptions({
  relation,
  options,
  depth,
}: {
  relation: string;
  options: unknown;
  depth: number;
}): ListOptions {
  const input = parseObject({ name: `deep of ${relation}`, value: options });
  const ownOptions: RawQuery = {};
  const nestedOptions: RawQuery = {};
  for (const [key, value] of Object.entries(input)) {
    if (!key.startsWith("_")) nestedOptions[key] = value;
    else if (partKeys.has(key)) ownOptions[key.slice(1)] = value;
    else throwInvalidQuery(`"${key}" is not known in "deep".`);
  }
  return {
    ...parseListOptions({ raw: ownOptions, standard: queryLimits.relatedRows }),
    alias: parseAliases(ownOptions["alias"]),
    deep: parseDeep({ value: nestedOptions, depth: depth + 1 }),
  };
}

/** `{ s: "status_id" }`: result keys and their fields. */
function parseAliases(value: unknown): FieldAliases {
  const names = parseObject({ name: "alias", value });
  if (Object.keys(names).length > queryLimits.aliases)
    throwInvalidQuery(`At most ${queryLimits.aliases} aliases may be given.`);
  const entries = Object.entries(names);
  for (const [key, field] of entries) {
    if (typeof field !== "string") throwInvalidQuery('"alias" must hold names of fields.');
    if (!/^[A-Za-z_]\w*$/.test(key) || key.length > queryLimits.keyLength || key in {})
      throwInvalidQuery(`"${key.slice(0, 100)}" cannot be an alias.`);
  }
  return Object.fromEntries(entries) as FieldAliases;
}

/** Parses an object, also in JSON form; empty if missing. */
function parseObject({ name, value }: { name: string; value: unknown }): RawQuery {
  if (value === undefined || value === "") return {};
  const parsed = typeof value === "string" ? parseJson(name, value) : value;
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throwInvalidQuery(`"${name}" must be an object.`);
  return parsed as RawQuery;
}

function parseWholeNumber({
  name,
  value,
  min,
  fallback,
}: {
  name: string;
  value: unknown;
  min: number;
  fallback: number;
}): number {
  if (value === undefined || value === "") return fallback;
  const number = typeof value === "string" && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number) || number < min || number > 999_999_999)
    throwInvalidQuery(`"${name}" must be a whole number of at least ${min}.`);
  return number;
}

/** A comma list, a JSON list, or the items of the bracket form. */
function parseList({ name, value }: { name: string; value: unknown }): string[] {
  if (value === undefined || value === "") return [];
  const items =
    typeof value === "string"
      ? value.trimStart().startsWith("[")
        ? parseJson(name, value)
        : [value]
      : typeof value === "object" && value !== null
        ? Object.values(value)
        : [value];
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string"))
    throwInvalidQuery(`"${name}" must be a list of field names.`);
  return items
    .flatMap((item: string) => splitOutsideBrackets({ text: item, separator: "," }))
    .map((item: string) => item.trim())
    .filter(Boolean);
}

function parseFilter(value: unknown): Filter | null {
  if (value === undefined || value === "") return null;
  return normaliseLists(parseObject({ name: "filter", value })) as Filter;
}

function parseSearch(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" && typeof value !== "number") return throwInvalidQuery('"search" must be text.');
  const text = String(value);
  if (text.includes("\u0000")) throwInvalidQuery('"search" may not hold a NUL character.');
  return text.slice(0, queryLimits.searchLength);
}

function parseMeta(value: unknown): Query["meta"] {
  const metaNames = parseList({ name: "meta", value });
  if (metaNames.includes("*")) return ["total_count", "filter_count"];
  for (const name of metaNames)
    if (name !== "total_count" && name !== "filter_count") throwInvalidQuery(`"${name}" is not a known meta value.`);
  return metaNames as Query["meta"];
}

function parseExportFormat(value: unknown): ExportFormat | null {
  if (value === undefined || value === "") return null;
  return (
    exportFormats.find((format) => format === value) ?? throwInvalidQuery('"export" may be csv, json, xml or yaml.')
  );
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return throwInvalidQuery(`"${name}" is not valid JSON.`);
  }
}
