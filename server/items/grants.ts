// §6: what one person may do with a collection: which rows, which fields. Nothing declared is nothing allowed.
import type { Collection, Filter, Operation } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";

export interface Grant {
  /** True is every row. */
  rows: Filter | true;
  /** Null is every field. */
  fields: ReadonlySet<string> | null;
}

const everything: Grant = { rows: true, fields: null };

/** Undefined where the person may not do this at all. */
export function grantOf({
  collection,
  operation,
  who,
}: {
  collection: Collection;
  operation: Operation;
  who: Who;
}): Grant | undefined {
  // History and logs are what the write path says of itself: nobody else writes them.
  if (operation !== "read" && !collection.tracked) return undefined;
  if (who.role === "platform") return everything;
  // Asked for every field of every request, and always the same for one person as they stand.
  let known = grants.get(who);
  if (!known) grants.set(who, (known = new Map()));
  const key = `${operation} ${collection.name}`;
  if (!known.has(key)) known.set(key, declaredGrant({ collection, operation, who }));
  return known.get(key);
}

const grants = new WeakMap<Who, Map<string, Grant | undefined>>();

function declaredGrant({
  collection,
  operation,
  who,
}: {
  collection: Collection;
  operation: Operation;
  who: Who;
}): Grant | undefined {
  const rule = collection.access[operation]?.[who.role];
  if (rule === undefined || rule === false) return undefined;
  const isNarrow = typeof rule === "object";
  const declared = isNarrow ? rule.rows : rule;
  const rows = typeof declared === "function" ? declared(who) : declared;
  if (rows === false) return undefined;
  return { rows, fields: isNarrow ? fieldSet(rule.fields) : null };
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();
function fieldSet(fields: readonly string[]): ReadonlySet<string> {
  let set = sets.get(fields);
  if (!set) sets.set(fields, (set = new Set(fields)));
  return set;
}

export function mayNameField(grant: Grant, field: string): boolean {
  return grant.fields === null || field === "id" || grant.fields.has(field);
}
