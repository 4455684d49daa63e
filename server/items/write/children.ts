// §7: nested rows of to-many relations: created, updated, attached or detached. Each is written like a separate request
// with the actor's permissions.
import type { Collection, Field, Row } from "#domain/schema/collection.ts";
import { getColumnType } from "#server/db/schema.ts";
import { type Key, parseKey } from "#server/items/rest/request-bodies.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { buildAccessConditions } from "#server/items/query/filter-sql.ts";
import { getRelatedCollection } from "#server/items/access/readable-fields.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Changes of one to-many relation. */
export interface ChildChanges {
  field: string;
  create: Row[];
  update: { id: Key; payload: Row }[];
  delete: Key[];
  /** True for a plain list, which replaces all rows: rows that are not in it are detached. */
  isReplaceAll: boolean;
}

/** The functions of the write path. */
export interface ItemWriter {
  create: (args: { ctx: WriteContext; collection: Collection; payload: Row; systemValues?: Row }) => Promise<Key>;
  update: (args: { ctx: WriteContext; collection: Collection; id: Key; payload: Row }) => Promise<void>;
  remove: (args: { ctx: WriteContext; collection: Collection; id: Key }) => Promise<void>;
}

const childChangeKeys = new Set(["create", "update", "delete"]);
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** A list, or `{ create, update, delete }` of lists. */
export function isChildChanges(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isRow(value) && Object.entries(value).every(([key, list]) => childChangeKeys.has(key) && Array.isArray(list));
}

/** Number of new rows of a relation, for the rules. */
export function countChildRows(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRow(value) && Array.isArray(value["create"]) ? value["create"].length : 0;
}

/** Parses the to-many relations of a payload; throws INVALID_PAYLOAD, and FORBIDDEN for an invalid key. */
export function parseChildren({ collection, row }: { collection: Collection; row: Row }): ChildChanges[] {
  return Object.entries(row)
    .filter(([name, value]) => collection.fields[name]?.kind === "many" && value !== null && value !== undefined)
    .map(([field, value]) =>
      toChildChanges({ field, childCollection: getRelatedCollection(collection.fields[field]!), value }),
    );
}

function toChildChanges({
  field,
  childCollection,
  value,
}: {
  field: string;
  childCollection: Collection;
  value: unknown;
}): ChildChanges {
  const toNewRow = (item: unknown): Row =>
    isRow(item) ? item : throwInvalidPayload(`"${field}" takes new rows as objects.`);
  const toUpdate = (item: unknown): ChildChanges["update"][number] => {
    const { id, ...payload } = isRow(item) ? item : { id: item };
    return { id: parseKey({ collection: childCollection, id }), payload };
  };
  const lists = isRow(value) ? value : { create: [], update: [], delete: [] };
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const isNew = (item: unknown): boolean => isRow(item) && item["id"] === undefined;
  if (items.some((item) => !isRow(item) && typeof item !== "number" && typeof item !== "string"))
    throwInvalidPayload(`"${field}" takes rows and keys.`);
  return {
    field,
    create: [...items.filter(isNew), ...((lists["create"] as unknown[] | undefined) ?? [])].map(toNewRow),
    update: [...items.filter((item) => !isNew(item)), ...((lists["update"] as unknown[] | undefined) ?? [])].map(
      toUpdate,
    ),
    delete: ((lists["delete"] as unknown[] | undefined) ?? []).map((id) =>
      parseKey({ collection: childCollection, id }),
    ),
    isReplaceAll: Array.isArray(value),
  };
}

interface ChildWriteInput {
  ctx: WriteContext;
  writer: ItemWriter;
  childCollection: Collection;
  inverseField: string;
  parent: Key;
}

/** Writes the changes of each relation after the parent row is written. */
export async function writeChildChanges({
  ctx,
  writer,
  collection,
  id,
  children,
  isNew,
}: {
  ctx: WriteContext;
  writer: ItemWriter;
  collection: Collection;
  id: Key;
  children: readonly ChildChanges[];
  isNew: boolean;
}): Promise<void> {
  for (const changes of children) {
    const field = collection.fields[changes.field]!;
    const childInput: ChildWriteInput = {
      ctx,
      writer,
      childCollection: getRelatedCollection(field),
      inverseField: field.inverseField!,
      parent: id,
    };
    const needsCurrentKeys = changes.update.length > 0 || changes.delete.length > 0 || changes.isReplaceAll;
    const current = isNew || !needsCurrentKeys ? [] : await loadCurrentKeys(childInput);
    for (const { id: key, payload } of changes.update) await updateChild({ ...childInput, current, key, payload });
    for (const payload of changes.create) {
      countNested(ctx);
      await writer.create({
        ctx,
        collection: childInput.childCollection,
        payload,
        systemValues: { [childInput.inverseField]: id },
      });
    }
    for (const key of getRemovedKeys({ changes, current })) await detachChild({ ...childInput, key });
  }
}

/** Keys of the parent's current children that the actor may read, so that hidden rows are never detached. */
async function loadCurrentKeys({ ctx, childCollection, inverseField, parent }: ChildWriteInput): Promise<Key[]> {
  const sql = new SqlText();
  const alias = sql.alias();
  const scope = { sql, collection: childCollection, alias, actor: ctx.actor, now: ctx.now, path: "", depth: 0 };
  const key = sql.bind(parent, getColumnType(childCollection.fields[inverseField] as Field));
  const conditions = [`${alias}.${quoteIdentifier(inverseField)} = ${key}`, ...buildAccessConditions(scope)];
  const rows = await ctx.tx.unsafe<{ id: Key }[]>(
    `select ${alias}."id" from ${quoteIdentifier(childCollection.name)} ${alias} where ${conditions.join(" and ")} order by ${alias}."id"`,
    sql.values as never[],
  );
  return rows.map(({ id }) => id);
}

/** Updates a child of the parent, or attaches another row by changing its relation. */
async function updateChild({
  ctx,
  writer,
  childCollection,
  inverseField,
  parent,
  current,
  key,
  payload,
}: ChildWriteInput & { current: readonly Key[]; key: Key; payload: Row }): Promise<void> {
  countNested(ctx);
  const isAttached = current.includes(key);
  if (isAttached && Object.keys(payload).length === 0) return;
  const relationChange = isAttached ? {} : { [inverseField]: parent };
  await writer.update({ ctx, collection: childCollection, id: key, payload: { ...payload, ...relationChange } });
}

function getRemovedKeys({ changes, current }: { changes: ChildChanges; current: readonly Key[] }): Key[] {
  if (changes.delete.some((key) => !current.includes(key))) throwApiError("FORBIDDEN");
  if (!changes.isReplaceAll) return changes.delete;
  const retainedKeys = new Set(changes.update.map(({ id }) => id));
  return current.filter((key) => !retainedKeys.has(key));
}

/** Deletes a child whose relation is required; otherwise sets the relation to null. */
async function detachChild({
  ctx,
  writer,
  childCollection,
  inverseField,
  key,
}: ChildWriteInput & { key: Key }): Promise<void> {
  countNested(ctx);
  if (childCollection.fields[inverseField]!.required)
    await writer.remove({ ctx, collection: childCollection, id: key });
  else await writer.update({ ctx, collection: childCollection, id: key, payload: { [inverseField]: null } });
}

const nestedRows = new WeakMap<WriteContext, number>();

function countNested(ctx: WriteContext): void {
  const count = (nestedRows.get(ctx) ?? 0) + 1;
  if (count > queryLimits.writtenRows)
    throwInvalidPayload(`At most ${queryLimits.writtenRows} nested rows may be written at once.`);
  nestedRows.set(ctx, count);
}
