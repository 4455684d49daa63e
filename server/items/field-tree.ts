// §7: the `fields` a caller asks for, as a tree, cut to what the caller may read.
import type { Collection } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { cost } from "#server/items/cost.ts";
import { callOf, checkCall, type FieldCall, keyOfCall, splitOutside } from "#server/items/field-call.ts";
import { grantOf } from "#server/items/grants.ts";
import type { Deep, Names, Part } from "#server/items/query.ts";
import { otherEnd, readableFields, shownField } from "#server/items/readable.ts";
import { refuseField, refuseQuery } from "#server/items/refused.ts";

/** One key of the answer. */
export interface Shown {
  field: string;
  call?: FieldCall;
  /** What comes along of a relation; absent is its key alone. */
  inner?: FieldTree;
  /** Which of a relation's rows (`deep`). */
  part?: Part;
}

/** Keys of one level in the order asked for. */
export type FieldTree = Map<string, Shown>;

/** What is asked of one level beside its fields. */
export interface Level {
  alias?: Names;
  deep?: Deep;
}

/**
 * Reads `id,branch.name,history.*,year(in_time)` and the like. A named field the caller may not read is FORBIDDEN; a
 * wildcard passes over it. `who` null is our own reading, which sees everything.
 */
export function fieldTree({
  fields,
  collection,
  who,
  level = {},
}: {
  fields: readonly string[];
  collection: Collection;
  who: Who | null;
  level?: Level;
}): FieldTree {
  const asked = fields.length === 0 ? ["*"] : fields;
  if (asked.length > cost.fields) refuseQuery(`At most ${cost.fields} fields may be asked for.`);
  const tree: FieldTree = new Map();
  const left = { columns: cost.columns as number, relations: cost.relations as number };
  const place: Place = { tree, parts: [], collection, who, path: "", level, left };
  checkDeep(place);
  for (const path of asked) {
    const parts = splitOutside({ text: path, by: "." });
    if (parts.length > cost.fieldDepth) refuseQuery(`Fields may be nested ${cost.fieldDepth} levels deep.`);
    add({ ...place, parts });
  }
  if (tree.size === 0) tree.set("id", { field: "id" });
  return tree;
}

interface Place {
  tree: FieldTree;
  parts: readonly string[];
  collection: Collection;
  who: Who | null;
  path: string;
  level: Level;
  left: { columns: number; relations: number };
}

const meaning = ({ level }: Place, key: string): string =>
  level.alias && Object.hasOwn(level.alias, key) ? level.alias[key]! : key;

function add(place: Place): void {
  const [key = "", ...rest] = place.parts;
  if (key === "*") return addAll({ ...place, rest });
  const name = meaning(place, key);
  const call = callOf(name);
  const field = shownField({ ...place, name: call?.field ?? name });
  if (call) {
    checkCall({ call, field });
    if (rest.length > 0) refuseQuery(`"${key}" is not a relation.`);
    take({ ...place, key: name === key ? keyOfCall(call) : key, shown: { field: call.field, call } });
  } else if (rest.length === 0) take({ ...place, key, shown: { field: name } });
  else if (field.to) descend({ ...place, key, name, rest, isNamed: true });
  else refuseQuery(`"${key}" is not a relation.`);
}

/** `*` is every field one may read and every alias; `*.*` goes on in those that are relations. */
function addAll({ rest, ...place }: Place & { rest: readonly string[] }): void {
  const { collection } = place;
  const may = readableFields(place);
  const aliases = Object.entries(place.level.alias ?? {}).filter(([, name]) => may(callOf(name)?.field ?? name));
  const names = Object.keys(collection.fields).filter(may);
  for (const [key, name] of [...names.map((name) => [name, name] as const), ...aliases]) {
    const isRelation = Object.hasOwn(collection.fields, name) && collection.fields[name]!.to !== undefined;
    if (rest.length > 0 && isRelation) descend({ ...place, key, name, rest, isNamed: false });
    else add({ ...place, parts: [key] });
  }
}

function take({ tree, key, shown, left, level }: Place & { key: string; shown: Shown }): void {
  if (tree.has(key)) return;
  left.columns -= 1;
  if (left.columns < 0) refuseQuery(`At most ${cost.columns} columns may come along: ask for fewer, or less deep.`);
  const part = partOf(level, key);
  tree.set(key, { ...shown, ...(part && { part }) });
}

const partOf = ({ deep }: Level, key: string): Part | undefined =>
  deep && Object.hasOwn(deep, key) ? deep[key] : undefined;

function descend(place: Place & { key: string; name: string; rest: readonly string[]; isNamed: boolean }): void {
  const { tree, key, name, rest, collection, who, level, left, isNamed } = place;
  const other = otherEnd(collection.fields[name]!);
  const path = place.path ? `${place.path}.${name}` : name;
  // A relation into a collection the caller may not read at all is left out of a wildcard, refused by name.
  if (who && !grantOf({ collection: other, operation: "read", who })) {
    if (isNamed) refuseField({ field: rest[0] ?? "*", collection: other.name, path });
    return;
  }
  const part = partOf(level, key);
  const there = { collection: other, who, path, level: part ?? {}, left, parts: rest };
  const known = tree.get(key);
  const inner: FieldTree = known?.inner ?? new Map();
  if (!known?.inner) {
    left.relations -= 1;
    if (left.relations < 0) refuseQuery(`At most ${cost.relations} relations may come along: ask for fewer.`);
    checkDeep({ ...there, tree: inner });
  }
  tree.set(key, { field: name, inner, ...(part && { part }) });
  add({ ...there, tree: inner });
}

/** `deep` speaks of relations one may read, also where they are not asked for. */
function checkDeep(place: Place): void {
  for (const key of Object.keys(place.level.deep ?? {})) {
    const name = meaning(place, key);
    if (!shownField({ ...place, name }).to) refuseQuery(`"${key}" is not a relation.`);
  }
  for (const [key, name] of Object.entries(place.level.alias ?? {}))
    if (name in (place.level.alias ?? {}) && name !== key) refuseQuery(`"${key}" is an alias of an alias.`);
}
