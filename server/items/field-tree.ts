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
  for (const path of asked) {
    const parts = path.split(".");
    if (parts.length > deepest) refuseQuery(`Fields may be nested ${deepest} levels deep.`);
    add({ tree, parts, collection, who, path: "" });
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
}

function add({ tree, parts, collection, who, path }: Place): void {
  const [name, ...rest] = parts;
  const may = readableFields(collection, who);
  if (name === "*") {
    for (const field of Object.keys(collection.fields)) {
      if (!may(field)) continue;
      if (rest.length === 0) {
        if (!tree.has(field)) tree.set(field, null);
      } else if (collection.fields[field]!.to) {
        descend({ tree, name: field, rest, collection, who, path });
      } else if (!tree.has(field)) tree.set(field, null);
    }
    return;
  }
  if (!name || !collection.fields[name] || !may(name))
    refuseField({ field: name ?? "", collection: collection.name, path });
  if (rest.length > 0) {
    if (!collection.fields[name]!.to) refuseQuery(`"${name}" is not a relation.`);
    descend({ tree, name, rest, collection, who, path, isNamed: true });
  } else if (!tree.has(name)) tree.set(name, null);
}

function descend({
  tree,
  name,
  rest,
  collection,
  who,
  path,
  isNamed,
}: {
  tree: FieldTree;
  name: string;
  rest: readonly string[];
  collection: Collection;
  who: Who | null;
  path: string;
  isNamed?: boolean;
}): void {
  const other = collectionNamed(collection.fields[name]!.to!)!;
  // A relation into a collection the caller may not read at all is left out of a wildcard, refused by name.
  if (who && !grantOf({ collection: other, operation: "read", who })) {
    if (isNamed) refuseField({ field: rest[0] ?? "*", collection: other.name, path: path ? `${path}.${name}` : name });
    return;
  }
  const inner = tree.get(name) ?? new Map<string, FieldTree | null>();
  tree.set(name, inner);
  add({ tree: inner, parts: rest, collection: other, who, path: path ? `${path}.${name}` : name });
}

function readableFields(collection: Collection, who: Who | null): (field: string) => boolean {
  if (!who) return () => true;
  const grant = grantOf({ collection, operation: "read", who });
  return (field) => grant !== undefined && mayNameField(grant, field);
}
