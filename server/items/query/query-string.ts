// §7: parses query strings: `filter[branch][_eq]=7` → { filter: { branch: { _eq: "7" } } }.
import { throwInvalidQuery } from "#server/items/api-error.ts";

export type RawQuery = { [key: string]: unknown };

const maxDepth = 30;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Parses a query string; `fields[]=a` and repeated names append to a list. Throws INVALID_QUERY. */
export function parseRawQuery(text: string): RawQuery {
  const raw: RawQuery = {};
  for (const [key, value] of new URLSearchParams(text)) setValue({ raw, key, value });
  return raw;
}

function setValue({ raw, key, value }: { raw: RawQuery; key: string; value: string }): void {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!parts) return throwInvalidQuery(`"${key}" is not a known parameter.`);
  const inner = parts[2]!.split("]").slice(0, -1);
  const path = [parts[1]!, ...inner.map((segment) => segment.slice(1))];
  if (path.length > maxDepth) throwInvalidQuery("The address is nested too deeply.");
  let target: RawQuery = raw;
  for (const [index, segment] of path.entries()) {
    if (forbiddenKeys.has(segment)) throwInvalidQuery(`"${segment}" is not known.`);
    const name = segment === "" ? String(Object.keys(target).length) : segment;
    if (index === path.length - 1) target[name] = name in target ? [target[name], value].flat() : value;
    else {
      const next = target[name];
      target = (typeof next === "object" && next !== null ? next : (target[name] = {})) as RawQuery;
    }
  }
}

/** Converts objects of the bracket form back to lists: `_in[0]=1`, `_and[0][…]`. */
export function normaliseLists(value: unknown, depth = 0): unknown {
  if (depth > 40) throwInvalidQuery("The filter is nested too deeply.");
  if (Array.isArray(value)) return value.map((item) => normaliseLists(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  // Numeric keys are in ascending order; missing numbers leave no gap.
  if (entries.length > 0 && entries.every(([key]) => /^(0|[1-9]\d{0,5})$/.test(key)))
    return entries.map(([, item]) => normaliseLists(item, depth + 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, normaliseLists(item, depth + 1)]));
}
