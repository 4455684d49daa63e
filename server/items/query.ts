// §7: the query of a read, from its bracket form or its JSON form; whatever is not understood is refused, never ignored.
import type { Filter } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { refuseQuery } from "#server/items/refused.ts";

export interface Query {
  fields: readonly string[];
  filter: Filter | null;
  sort: readonly string[];
  /** -1 is all. */
  limit: number;
  offset: number;
  search: string | null;
  meta: readonly ("total_count" | "filter_count")[];
}

const known = new Set(["fields", "filter", "sort", "limit", "offset", "page", "search", "meta", "access_token"]);
const notYet = new Set(["deep", "alias", "aggregate", "groupBy", "export", "version"]);

type Raw = { [key: string]: unknown };

/** Reads the query string's pairs; throws INVALID_QUERY. */
export function parseQueryString(text: string): Query {
  const raw: Raw = {};
  for (const [key, value] of new URLSearchParams(text)) place({ raw, key, value });
  return parseQuery(raw);
}

/** `filter[branch][_eq]=7` → { filter: { branch: { _eq: "7" } } }; `fields[]=a` adds to a list. */
function place({ raw, key, value }: { raw: Raw; key: string; value: string }): void {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!parts) return refuseQuery(`"${key}" is not a known parameter.`);
  const path = [
    parts[1]!,
    ...parts[2]!
      .split("]")
      .slice(0, -1)
      .map((part) => part.slice(1)),
  ];
  if (path.length > 30) refuseQuery("The address is nested too deeply.");
  let here: Raw = raw;
  for (const [index, part] of path.entries()) {
    if (part === "__proto__" || part === "constructor" || part === "prototype") refuseQuery(`"${part}" is not known.`);
    const isLast = index === path.length - 1;
    const name = part === "" ? String(Object.keys(here).length) : part;
    if (isLast) here[name] = value;
    else {
      const next = here[name];
      here = (typeof next === "object" && next !== null ? next : (here[name] = {})) as Raw;
    }
  }
}

/** The same from an object, as a SEARCH body has it; throws INVALID_QUERY. */
export function parseQuery(raw: Raw): Query {
  for (const key of Object.keys(raw)) {
    if (notYet.has(key)) refuseQuery(`"${key}" is not supported.`);
    if (!known.has(key)) refuseQuery(`"${key}" is not a known parameter.`);
  }
  const limit = wholeNumber({ name: "limit", value: raw["limit"], least: -1, fallback: limits.defaultQueryLimit });
  const page = wholeNumber({ name: "page", value: raw["page"], least: 0, fallback: 0 });
  const offset = wholeNumber({ name: "offset", value: raw["offset"], least: 0, fallback: 0 });
  return {
    fields: list({ name: "fields", value: raw["fields"] }),
    filter: filterOf(raw["filter"]),
    sort: list({ name: "sort", value: raw["sort"] }),
    limit,
    offset: page > 0 && limit > 0 ? (page - 1) * limit : offset,
    search: typeof raw["search"] === "string" && raw["search"] !== "" ? searchOf(raw["search"]) : null,
    meta: metaOf(raw["meta"]),
  };
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
  if (typeof number !== "number" || !Number.isInteger(number) || number < least)
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
        : value.split(",")
      : Array.isArray(value)
        ? value
        : Object.values(value as Raw);
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string"))
    refuseQuery(`"${name}" must be a list of field names.`);
  return items
    .flatMap((item: string) => item.split(","))
    .map((item: string) => item.trim())
    .filter(Boolean);
}

function filterOf(value: unknown): Filter | null {
  if (value === undefined || value === "") return null;
  const filter = typeof value === "string" ? fromJson("filter", value) : value;
  if (typeof filter !== "object" || filter === null || Array.isArray(filter))
    refuseQuery('"filter" must be an object.');
  return listsOf(filter as Raw, 0) as Filter;
}

/** The bracket form makes objects of lists: `_in[0]=1` and `_and[0][…]` become lists again. */
function listsOf(value: unknown, depth: number): unknown {
  if (depth > 40) refuseQuery("The filter is nested too deeply.");
  if (Array.isArray(value)) return value.map((item) => listsOf(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key], index) => key === String(index)))
    return entries.map(([, item]) => listsOf(item, depth + 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, listsOf(item, depth + 1)]));
}

function searchOf(text: string): string {
  if (text.includes("\u0000")) refuseQuery('"search" may not hold a NUL character.');
  return text.slice(0, 200);
}

function metaOf(value: unknown): Query["meta"] {
  const asked = list({ name: "meta", value });
  if (asked.includes("*")) return ["total_count", "filter_count"];
  for (const name of asked)
    if (name !== "total_count" && name !== "filter_count") refuseQuery(`"${name}" is not a known meta value.`);
  return asked as Query["meta"];
}

function fromJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseQuery(`"${name}" is not valid JSON.`);
  }
}
