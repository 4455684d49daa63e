// §7: the `fields` a caller asks for, as a tree, cut to what the caller may read.
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import { grantOf, mayNameField } from "#server/items/grants.ts";
import { refuseField, refuseQuery } from "#server/items/refused.ts";

/** Fields of one level in the order asked for; null is the value or key itself. */
export type FieldTree = Map<string, FieldTree | null>;

const deepest = 10;
const most = 1_000;
/** Wildcards multiply with every level: so many columns in all, then it is enough. */
const largest = 3_000;

/**
 * Reads `id,branch.name,history.*` and the like. A named field the caller may not read is FORBIDDEN; a wildcard passes over it.
 * `who` null is our own reading, which sees everything.
 */
export function fieldTree({
  fields,
  collection,
  who,
}: {
  fields: readonly string[];
  collection: Collection;
  who: Who | null;
}): FieldTree {
  const asked = fields.length === 0 ? ["*"] : fields;
  if (asked.length > most) refuseQuery(`At most ${most} fields may be asked for.`);
  const tree: FieldTree = new Map();
  const budget = { left: largest };
  for (const path of asked) {
    const parts = path.split(".");
    if (parts.length > deepest) refuseQuery(`Fields may be nested ${deepest} levels deep.`);
    add({ tree, parts, collection, who, path: "", budget });
  }
  if (tree.size === 0) tree.set("id", null);
  return tree;
}

interface Place {
  tree: FieldTree;
  parts: readonly string[];
  collection: Collection;
  who: Who | null;
  path: string;
  budget: { left: number };
}

function add(place: Place): void {
  const { tree, parts, collection, who, path } = place;
  const [name, ...rest] = parts;
  const may = readableFields(collection, who);
  const take = (field: string): void => {
    if (tree.has(field)) return;
    place.budget.left -= 1;
    if (place.budget.left < 0) refuseQuery(`At most ${largest} columns may come along: ask for fewer, or less deep.`);
    tree.set(field, null);
  };
  if (name === "*") {
    for (const field of Object.keys(collection.fields)) {
      if (!may(field)) continue;
      if (rest.length === 0) {
        take(field);
      } else if (collection.fields[field]!.to) {
        descend({ ...place, name: field, rest });
      } else take(field);
    }
    return;
  }
  if (!name || !Object.hasOwn(collection.fields, name) || !may(name))
    refuseField({ field: name ?? "", collection: collection.name, path });
  if (rest.length > 0) {
    if (!collection.fields[name]!.to) refuseQuery(`"${name}" is not a relation.`);
    descend({ ...place, name, rest, isNamed: true });
  } else take(name);
}

function descend({
  tree,
  name,
  rest,
  collection,
  who,
  path,
  budget,
  isNamed,
}: Place & { name: string; rest: readonly string[]; isNamed?: boolean }): void {
  const other = collectionNamed(collection.fields[name]!.to!)!;
  // A relation into a collection the caller may not read at all is left out of a wildcard, refused by name.
  if (who && !grantOf({ collection: other, operation: "read", who })) {
    if (isNamed) refuseField({ field: rest[0] ?? "*", collection: other.name, path: path ? `${path}.${name}` : name });
    return;
  }
  const inner = tree.get(name) ?? new Map<string, FieldTree | null>();
  tree.set(name, inner);
  add({ tree: inner, parts: rest, collection: other, who, path: path ? `${path}.${name}` : name, budget });
}

function readableFields(collection: Collection, who: Who | null): (field: string) => boolean {
  if (!who) return () => true;
  const grant = grantOf({ collection, operation: "read", who });
  return (field) => grant !== undefined && mayNameField(grant, field);
}
