// §6: what one person may do with a collection: which rows, which fields. Nothing declared is nothing allowed.
import type { Access, Collection, Filter, Operation, Rule } from "#domain/collection.ts";
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
  // History and logs are what the write path says of itself, and what is declared is the program's: nobody writes those.
  if (operation !== "read" && (!collection.tracked || collection.isDeclared)) return undefined;
  if (who.role === "platform") return everything;
  // Asked for every field of every request, and always the same for one person as they stand. Known by the rule itself:
  // one's own user is read by other rules than the users of the branch, under the same name.
  const rule = collection.access[operation];
  if (rule === undefined) return undefined;
  let known = grants.get(who);
  if (!known) grants.set(who, (known = new Map()));
  if (!known.has(rule)) known.set(rule, declaredGrant({ rule: rule[who.role], who }));
  return known.get(rule);
}

type RulesOfRoles = NonNullable<Access[Operation]>;
const grants = new WeakMap<Who, Map<RulesOfRoles, Grant | undefined>>();

function declaredGrant({ rule, who }: { rule: Rule | undefined; who: Who }): Grant | undefined {
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
