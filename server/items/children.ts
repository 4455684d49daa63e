// §7: rows sent nested in a to-many relation: new ones, changed ones, those taken over and those let go. Each is written
// as if it had been sent alone, by the rights of whoever sent it.
import type { Collection, Field, Row } from "#domain/collection.ts";
import { columnType } from "#server/db/schema.ts";
import { type Key, keyOf } from "#server/items/bodies.ts";
import { cost } from "#server/items/cost.ts";
import { rowsSql } from "#server/items/filter-sql.ts";
import { otherEnd } from "#server/items/readable.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import type { WriteContext } from "#server/items/write-context.ts";

/** What is sent of one to-many relation. */
export interface Children {
  field: string;
  create: Row[];
  change: { id: Key; payload: Row }[];
  remove: Key[];
  /** A list says all there is to be: what is not in it is let go. */
  isWhole: boolean;
}

/** The write path itself, which this is a part of. */
export interface Writer {
  create: (args: { ctx: WriteContext; collection: Collection; payload: Row; set?: Row }) => Promise<Key>;
  update: (args: { ctx: WriteContext; collection: Collection; id: Key; payload: Row }) => Promise<void>;
  remove: (args: { ctx: WriteContext; collection: Collection; id: Key }) => Promise<void>;
}

const parts = new Set(["create", "update", "delete"]);
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** A list, or `{ create, update, delete }` of lists. */
export function isChildren(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isRow(value) && Object.entries(value).every(([key, list]) => parts.has(key) && Array.isArray(list));
}

/** How many rows of a relation are sent, for the rules. */
export function countSent(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRow(value) && Array.isArray(value["create"]) ? value["create"].length : 0;
}

/** The to-many relations of what is sent; throws INVALID_PAYLOAD, and FORBIDDEN for a key that cannot be one. */
export function childrenOf({ collection, row }: { collection: Collection; row: Row }): Children[] {
  return Object.entries(row)
    .filter(([name, value]) => collection.fields[name]?.kind === "many" && value !== null && value !== undefined)
    .map(([field, value]) => childrenIn({ field, other: otherEnd(collection.fields[field]!), value }));
}

function childrenIn({ field, other, value }: { field: string; other: Collection; value: unknown }): Children {
  const asRow = (one: unknown): Row => (isRow(one) ? one : refusePayload(`"${field}" takes new rows as objects.`));
  const asChange = (one: unknown): Children["change"][number] => {
    const { id, ...payload } = isRow(one) ? one : { id: one };
    return { id: keyOf({ collection: other, id }), payload };
  };
  const given = isRow(value) ? value : { create: [], update: [], delete: [] };
  const all = Array.isArray(value) ? (value as unknown[]) : [];
  const isNew = (one: unknown): boolean => isRow(one) && one["id"] === undefined;
  if (all.some((one) => !isRow(one) && typeof one !== "number" && typeof one !== "string"))
    refusePayload(`"${field}" takes rows and keys.`);
  return {
    field,
    create: [...all.filter(isNew), ...((given["create"] as unknown[] | undefined) ?? [])].map(asRow),
    change: [...all.filter((one) => !isNew(one)), ...((given["update"] as unknown[] | undefined) ?? [])].map(asChange),
    remove: ((given["delete"] as unknown[] | undefined) ?? []).map((id) => keyOf({ collection: other, id })),
    isWhole: Array.isArray(value),
  };
}

interface Writing {
  ctx: WriteContext;
  writer: Writer;
  other: Collection;
  via: string;
  parent: Key;
}

/** Writes what is sent of each relation of a row that stands by now. */
export async function writeChildrenOf({
  ctx,
  writer,
  collection,
  id,
  children,
  isNew,
}: {
  ctx: WriteContext;
  writer: Writer;
  collection: Collection;
  id: Key;
  children: readonly Children[];
  isNew: boolean;
}): Promise<void> {
  for (const sent of children) {
    const field = collection.fields[sent.field]!;
    const writing: Writing = { ctx, writer, other: otherEnd(field), via: field.via!, parent: id };
    const isAsked = sent.change.length > 0 || sent.remove.length > 0 || sent.isWhole;
    const current = isNew || !isAsked ? [] : await currentKeys(writing);
    for (const { id: key, payload } of sent.change) await change({ ...writing, current, key, payload });
    for (const payload of sent.create) {
      countNested(ctx);
      await writer.create({ ctx, collection: writing.other, payload, set: { [writing.via]: id } });
    }
    for (const key of removed({ sent, current })) await letGo({ ...writing, key });
  }
}

/** The rows that hang on the parent now, of those the writer may read: nobody lets go what they do not see. */
async function currentKeys({ ctx, other, via, parent }: Writing): Promise<Key[]> {
  const sql = new SqlText();
  const alias = sql.alias();
  const scope = { sql, collection: other, alias, who: ctx.who, now: ctx.now, path: "", depth: 0 };
  const key = sql.bind(parent, columnType(other.fields[via] as Field));
  const conditions = [`${alias}.${quote(via)} = ${key}`, ...rowsSql(scope)];
  const rows = await ctx.tx.unsafe<{ id: Key }[]>(
    `select ${alias}."id" from ${quote(other.name)} ${alias} where ${conditions.join(" and ")} order by ${alias}."id"`,
    sql.values as never[],
  );
  return rows.map(({ id }) => id);
}

/** Changes a row of the parent's, or takes it over from another: that is a change of where it points. */
async function change({
  ctx,
  writer,
  other,
  via,
  parent,
  current,
  key,
  payload,
}: Writing & { current: readonly Key[]; key: Key; payload: Row }): Promise<void> {
  countNested(ctx);
  const isOwn = current.includes(key);
  if (isOwn && Object.keys(payload).length === 0) return;
  const moved = isOwn ? {} : { [via]: parent };
  await writer.update({ ctx, collection: other, id: key, payload: { ...payload, ...moved } });
}

function removed({ sent, current }: { sent: Children; current: readonly Key[] }): Key[] {
  if (sent.remove.some((key) => !current.includes(key))) refuse("FORBIDDEN");
  if (!sent.isWhole) return sent.remove;
  const kept = new Set(sent.change.map(({ id }) => id));
  return current.filter((key) => !kept.has(key));
}

/** A row that cannot be without its parent goes; any other points nowhere from then on. */
async function letGo({ ctx, writer, other, via, key }: Writing & { key: Key }): Promise<void> {
  countNested(ctx);
  if (other.fields[via]!.required) await writer.remove({ ctx, collection: other, id: key });
  else await writer.update({ ctx, collection: other, id: key, payload: { [via]: null } });
}

const nestedRows = new WeakMap<WriteContext, number>();

function countNested(ctx: WriteContext): void {
  const count = (nestedRows.get(ctx) ?? 0) + 1;
  if (count > cost.writtenRows) refusePayload(`At most ${cost.writtenRows} nested rows may be written at once.`);
  nestedRows.set(ctx, count);
}
