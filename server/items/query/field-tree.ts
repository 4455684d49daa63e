// §7: parses the requested `fields` into a tree, limited to what the actor may read.
import type { Collection } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import {
  parseFieldFunction,
  assertFunctionAllowed,
  type FieldFunction,
  toFunctionKey,
  splitOutsideBrackets,
} from "#server/items/query/field-function.ts";
import { getGrant } from "#server/items/access/grants.ts";
import type { DeepOptions, FieldAliases, ListOptions } from "#server/items/query/query.ts";
import { getRelatedCollection, getReadableFields, getReadableField } from "#server/items/access/readable-fields.ts";
import { throwFieldForbidden, throwInvalidQuery } from "#server/items/api-error.ts";

/** One key of the result. */
export interface SelectedField {
  field: string;
  fieldFunction?: FieldFunction;
  /** Selected fields of a relation; without it only the key is returned. */
  children?: FieldTree;
  /** Filter, order and limit of a relation's rows (`deep`). */
  listOptions?: ListOptions;
}

/** Keys of one level in the requested order. */
export type FieldTree = Map<string, SelectedField>;

/** Options of one level of the query besides its fields. */
export interface LevelOptions {
  alias?: FieldAliases;
  deep?: DeepOptions;
}

/**
 * Parses fields such as `id,branch.name,history.*,year(in_time)`. A named field without read permission is FORBIDDEN;
 * wildcards skip it. With `actor` null (internal queries) nothing is checked.
 */
export function buildFieldTree({
  fields,
  collection,
  actor,
  level = {},
}: {
  fields: readonly string[];
  collection: Collection;
  actor: Actor | null;
  level?: LevelOptions;
}): FieldTree {
  const requestedFields = fields.length === 0 ? ["*"] : fields;
  if (requestedFields.length > queryLimits.fields)
    throwInvalidQuery(`At most ${queryLimits.fields} fields may be asked for.`);
  const tree: FieldTree = new Map();
  const remaining = { columns: queryLimits.columns as number, relations: queryLimits.relations as number };
  const position: FieldPosition = { tree, parts: [], collection, actor, path: "", level, remaining };
  assertDeepKnown(position);
  for (const path of requestedFields) {
    const parts = splitOutsideBrackets({ text: path, separator: "." });
    if (parts.length > queryLimits.fieldDepth)
      throwInvalidQuery(`Fields may be nested ${queryLimits.fieldDepth} levels deep.`);
    add({ ...position, parts });
  }
  if (tree.size === 0) tree.set("id", { field: "id" });
  return tree;
}

interface FieldPosition {
  tree: FieldTree;
  parts: readonly string[];
  collection: Collection;
  actor: Actor | null;
  path: string;
  level: LevelOptions;
  remaining: { columns: number; relations: number };
}

const resolveAlias = ({ level }: FieldPosition, key: string): string =>
  level.alias && Object.hasOwn(level.alias, key) ? level.alias[key]! : key;

function add(position: FieldPosition): void {
  const [key = "", ...rest] = position.parts;
  if (key === "*") return addWildcard({ ...position, rest });
  const name = resolveAlias(position, key);
  const fieldFunction = parseFieldFunction(name);
  const field = getReadableField({ ...position, name: fieldFunction?.field ?? name });
  if (fieldFunction) {
    assertFunctionAllowed({ fieldFunction, field });
    if (rest.length > 0) throwInvalidQuery(`"${key}" is not a relation.`);
    addField({
      ...position,
      key: name === key ? toFunctionKey(fieldFunction) : key,
      selected: { field: fieldFunction.field, fieldFunction },
    });
  } else if (rest.length === 0) addField({ ...position, key, selected: { field: name } });
  else if (field.target) addRelation({ ...position, key, name, rest, isNamed: true });
  else throwInvalidQuery(`"${key}" is not a relation.`);
}

/** `*` selects all readable fields and aliases; `*.*` also those of their relations. */
function addWildcard({ rest, ...position }: FieldPosition & { rest: readonly string[] }): void {
  const { collection } = position;
  const isReadable = getReadableFields(position);
  const aliases = Object.entries(position.level.alias ?? {}).filter(([, name]) =>
    isReadable(parseFieldFunction(name)?.field ?? name),
  );
  const names = Object.keys(collection.fields).filter(isReadable);
  for (const [key, name] of [...names.map((name) => [name, name] as const), ...aliases]) {
    const isRelation = Object.hasOwn(collection.fields, name) && collection.fields[name]!.target !== undefined;
    if (rest.length > 0 && isRelation) addRelation({ ...position, key, name, rest, isNamed: false });
    else add({ ...position, parts: [key] });
  }
}

function addField({
  tree,
  key,
  selected,
  remaining,
  level,
}: FieldPosition & { key: string; selected: SelectedField }): void {
  if (tree.has(key)) return;
  remaining.columns -= 1;
  if (remaining.columns < 0)
    throwInvalidQuery(`At most ${queryLimits.columns} columns may come along: ask for fewer, or less deep.`);
  const listOptions = getDeepOptions(level, key);
  tree.set(key, { ...selected, ...(listOptions && { listOptions }) });
}

const getDeepOptions = ({ deep }: LevelOptions, key: string): ListOptions | undefined =>
  deep && Object.hasOwn(deep, key) ? deep[key] : undefined;

function addRelation(
  position: FieldPosition & { key: string; name: string; rest: readonly string[]; isNamed: boolean },
): void {
  const { tree, key, name, rest, collection, actor, level, remaining, isNamed } = position;
  const relatedCollection = getRelatedCollection(collection.fields[name]!);
  const path = position.path ? `${position.path}.${name}` : name;
  // A relation to an unreadable collection is skipped by wildcards and rejected by name.
  if (actor && !getGrant({ collection: relatedCollection, operation: "read", actor })) {
    if (isNamed) throwFieldForbidden({ field: rest[0] ?? "*", collection: relatedCollection.name, path });
    return;
  }
  const listOptions = getDeepOptions(level, key);
  const relationPosition = {
    collection: relatedCollection,
    actor,
    path,
    level: listOptions ?? {},
    remaining,
    parts: rest,
  };
  const existing = tree.get(key);
  const children: FieldTree = existing?.children ?? new Map();
  if (!existing?.children) {
    remaining.relations -= 1;
    if (remaining.relations < 0)
      throwInvalidQuery(`At most ${queryLimits.relations} relations may come along: ask for fewer.`);
    assertDeepKnown({ ...relationPosition, tree: children });
  }
  tree.set(key, { field: name, children, ...(listOptions && { listOptions }) });
  add({ ...relationPosition, tree: children });
}

/** Checks that the keys of `deep` are readable relations, even if they are not selected. */
function assertDeepKnown(position: FieldPosition): void {
  for (const key of Object.keys(position.level.deep ?? {})) {
    const name = resolveAlias(position, key);
    if (!getReadableField({ ...position, name }).target) throwInvalidQuery(`"${key}" is not a relation.`);
  }
  for (const [key, name] of Object.entries(position.level.alias ?? {}))
    if (name in (position.level.alias ?? {}) && name !== key) throwInvalidQuery(`"${key}" is an alias of an alias.`);
}
