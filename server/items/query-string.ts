// §7: the pairs of an address as one object: `filter[branch][_eq]=7` → { filter: { branch: { _eq: "7" } } }.
import { refuseQuery } from "#server/items/refused.ts";

export type Raw = { [key: string]: unknown };

const deepest = 30;
const closed = new Set(["__proto__", "constructor", "prototype"]);

/** Reads the query string's pairs; `fields[]=a` adds to a list, and so does a name that comes twice. Throws INVALID_QUERY. */
export function rawOf(text: string): Raw {
  const raw: Raw = {};
  for (const [key, value] of new URLSearchParams(text)) place({ raw, key, value });
  return raw;
}

function place({ raw, key, value }: { raw: Raw; key: string; value: string }): void {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!parts) return refuseQuery(`"${key}" is not a known parameter.`);
  const inner = parts[2]!.split("]").slice(0, -1);
  const path = [parts[1]!, ...inner.map((part) => part.slice(1))];
  if (path.length > deepest) refuseQuery("The address is nested too deeply.");
  let here: Raw = raw;
  for (const [index, part] of path.entries()) {
    if (closed.has(part)) refuseQuery(`"${part}" is not known.`);
    const name = part === "" ? String(Object.keys(here).length) : part;
    if (index === path.length - 1) here[name] = name in here ? [here[name], value].flat() : value;
    else {
      const next = here[name];
      here = (typeof next === "object" && next !== null ? next : (here[name] = {})) as Raw;
    }
  }
}

/** The bracket form makes objects of lists: `_in[0]=1` and `_and[0][…]` become lists again. */
export function listsOf(value: unknown, depth = 0): unknown {
  if (depth > 40) refuseQuery("The filter is nested too deeply.");
  if (Array.isArray(value)) return value.map((item) => listsOf(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  // Numbers come in their order, whatever the order they were given in; one that is missing leaves no gap.
  if (entries.length > 0 && entries.every(([key]) => /^(0|[1-9]\d{0,5})$/.test(key)))
    return entries.map(([, item]) => listsOf(item, depth + 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, listsOf(item, depth + 1)]));
}
