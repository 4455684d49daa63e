// §7: the one write path. Whatever door a change comes through, it passes these steps in this order:
// 1 authorise · 2 validate · 3 state moves · 4 rules · 5 what is scarce · 6 write · 7 history · 8 told: mails queued, live events after commit.
import type { Collection, LedgerRow, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { type Grant, grantOf } from "#server/items/grants.ts";
import { keepSecrets, takeScarce } from "#server/items/late-steps.ts";
import { keyOf } from "#server/items/bodies.ts";
import { type Children, childrenOf, writeChildrenOf } from "#server/items/children.ts";
import { type Current, currentRow, relatedAfter } from "#server/items/current-row.ts";
import {
  applyRules,
  authoriseFields,
  checkMoves,
  type Decision,
  defaults,
  factsOf,
  isNested,
  validated,
} from "#server/items/prepare.ts";
import { deleteRow, insertRow, updateRow } from "#server/items/record.ts";
import { refuseOutside, refuseOutsideAtOnce } from "#server/items/reach.ts";
import { refuse, refuseWrite } from "#server/items/refused.ts";
import { relatedRows } from "#server/items/related-rows.ts";
import type { WriteContext } from "#server/items/write-context.ts";

interface Change {
  ctx: WriteContext;
  collection: Collection;
  /** What the caller sent. */
  payload: Row;
  /** What our own code sets beside it: not the caller's to give, but under the same rules. */
  set?: Row;
  /** Our own action has already judged that this person may; every rule still holds. */
  isOurs?: boolean;
}

const ourGrant: Grant = { rows: true, fields: null };

/** A new row that has passed every step but the writing. */
interface Prepared {
  collection: Collection;
  row: Row;
  related: Decision["related"];
  grant: Grant | null;
  /** Rows to be written before this one, by the relation that points to them; and children after it. */
  parents: { field: string; prepared: Prepared }[];
  children: Children[];
}

/** Creates a row, with the rows nested in it, and answers its key. */
export async function createItem(change: Change): Promise<number | string> {
  const prepared = await prepareCreate({ ...change, moreNeeds: [] });
  return writePrepared({ ctx: change.ctx, prepared });
}

async function prepareCreate({
  ctx,
  collection,
  payload,
  set = {},
  isOurs = false,
  moreNeeds,
}: Change & { moreNeeds: readonly string[] }): Promise<Prepared> {
  const grant = isOurs ? ourGrant : grantOf({ collection, operation: "create", who: ctx.who });
  if (!grant) refuseWrite(collection);
  authoriseFields({ collection, grant, payload, isNew: true });
  const presets: Row = {};
  for (const [name, preset] of Object.entries(collection.presets ?? {}))
    if (payload[name] === undefined) presets[name] = preset(ctx.who);
  const sent = validated({ collection, payload: { ...presets, ...payload, ...nestedPlaceholders(set) }, isNew: true });
  const needs = [...(collection.needs ?? []), ...moreNeeds];

  const parents: Prepared["parents"] = [];
  for (const [name, value] of Object.entries(sent)) {
    const field = collection.fields[name]!;
    if (!isNested(field, value)) continue;
    if (value["id"] !== undefined) {
      sent[name] = await writtenParent({ ctx, collection: collectionNamed(field.to!)!, value });
      continue;
    }
    const theirNeeds = needs.filter((need) => need.startsWith(`${name}.`)).map((need) => need.slice(name.length + 1));
    const prepared = await prepareCreate({
      ctx,
      collection: collectionNamed(field.to!)!,
      payload: value,
      isOurs,
      moreNeeds: theirNeeds,
    });
    parents.push({ field: name, prepared });
    delete sent[name];
  }
  const changes = { ...sent, ...set };
  const base = defaults(collection);
  const isParent = (need: string) => parents.some(({ field }) => need === field || need.startsWith(`${field}.`));
  const related = await relatedRows({
    ctx,
    collection,
    row: { ...base, ...changes },
    needs: needs.filter((need) => !isParent(need)),
  });
  for (const { field, prepared } of parents) related[field] = { ...prepared.row, ...prepared.related };

  checkMoves({ collection, before: null, changes });
  const facts = await factsOf({ ctx, collection, before: null, base, changes, related });
  const ruled = applyRules({ ctx, collection, decision: { before: null, changes, related, facts }, base });
  checkMoves({ collection, before: null, changes: ruled });
  const row: Row = { ...base, ...ruled, user_created: ctx.who.id, date_created: ctx.now };
  for (const { to, set: carried } of collection.carries?.({
    before: null,
    after: row,
    changes: ruled,
    who: ctx.who,
    now: ctx.now,
    related,
  }) ?? []) {
    const parent = parents.find(({ field }) => field === to);
    if (parent) Object.assign(parent.prepared.row, carried);
  }
  return { collection, row, related, grant, parents, children: childrenOf({ collection, row }) };
}

async function writeChildren({
  isNew = false,
  ...written
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number | string;
  children: Prepared["children"];
  isNew?: boolean;
}): Promise<void> {
  await writeChildrenOf({ ...written, writer: { create: createItem, update: updateItem, remove: deleteItem }, isNew });
}

/** Our own nested values stand in for what the caller must otherwise send. */
function nestedPlaceholders(set: Row): Row {
  return Object.fromEntries(
    Object.entries(set).filter(([, value]) => typeof value === "number" || typeof value === "string"),
  );
}

async function writePrepared({ ctx, prepared }: { ctx: WriteContext; prepared: Prepared }): Promise<number | string> {
  const { collection, row, related, grant, parents, children } = prepared;
  // Begun together, so that they travel as one: parents first, for what is scarce is locked until the end.
  const [keys, taken] = await Promise.all([
    Promise.all(parents.map((parent) => writePrepared({ ctx, prepared: parent.prepared }))),
    takeScarce({ ctx, collection, before: null, after: row, changes: row, related }),
  ]);
  Object.assign(row, taken);
  for (const [place, { field }] of parents.entries()) row[field] = keys[place];
  await keepSecrets({ ctx, collection, row });
  refuseOutsideAtOnce({ grant, row });
  const id = await insertRow({ ctx, collection, row, changes: row });
  await refuseOutside({ ctx, collection, grant, row: { ...row, id } });
  if (parents.length === 0)
    await carry({ ctx, collection, before: null, after: { ...row, id }, changes: row, related });
  await writeChildren({ ctx, collection, id, children, isNew: true });
  return id;
}

/** How often a change is tried again when another one slipped in between its reading and its writing. */
const tries = 5;

/** Changes one row; throws the state table's code where somebody else moved it first. */
export async function updateItem({
  ctx,
  collection,
  id,
  payload,
  set = {},
  isOurs = false,
}: Change & { id: number | string }): Promise<void> {
  const grant = isOurs ? ourGrant : grantOf({ collection, operation: "update", who: ctx.who });
  if (!grant) refuseWrite(collection);
  const key = keyOf({ collection, id });
  authoriseFields({ collection, grant, payload, isNew: false });
  const sent = { ...validated({ collection, payload, isNew: false }), ...set };
  await updateParents({ ctx, collection, sent });
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const current = await currentRow({ ctx, collection, id: key, grant });
    const related = await relatedAfter({ ctx, collection, sent, ...current });
    if (await tryUpdate({ ctx, collection, id: key, sent, grant, ...current, related })) return;
  }
  refuse("UPDATE_FAILED");
}

async function updateParents({
  ctx,
  collection,
  sent,
}: {
  ctx: WriteContext;
  collection: Collection;
  sent: Row;
}): Promise<void> {
  for (const [name, value] of Object.entries(sent)) {
    const field = collection.fields[name]!;
    if (!isNested(field, value)) continue;
    sent[name] = await writtenParent({ ctx, collection: collectionNamed(field.to!)!, value });
  }
}

/** A row sent in place of a key: without a key it is made, with one it is changed. Answers its key. */
async function writtenParent({
  ctx,
  collection,
  value,
}: {
  ctx: WriteContext;
  collection: Collection;
  value: Row;
}): Promise<number | string> {
  const { id, ...payload } = value;
  if (id === undefined) return createItem({ ctx, collection, payload });
  const key = keyOf({ collection, id });
  if (Object.keys(payload).length > 0) await updateItem({ ctx, collection, id: key, payload });
  return key;
}

async function tryUpdate({
  ctx,
  collection,
  id,
  sent,
  grant,
  before,
  version,
  related,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number | string;
  sent: Row;
  grant: Grant;
} & Current): Promise<boolean> {
  refuseOutsideAtOnce({ grant, row: { ...before, ...sent } });
  checkMoves({ collection, before, changes: sent });
  const facts = await factsOf({ ctx, collection, before, base: before, changes: sent, related });
  const changes = applyRules({ ctx, collection, decision: { before, changes: sent, related, facts }, base: before });
  if (Object.keys(changes).length === 0) return true;
  Object.assign(
    changes,
    await takeScarce({ ctx, collection, before, after: { ...before, ...changes }, changes, related }),
  );
  await keepSecrets({ ctx, collection, row: changes });
  Object.assign(changes, { user_updated: ctx.who.id, date_updated: ctx.now });
  const after = { ...before, ...changes };
  refuseOutsideAtOnce({ grant, row: after });
  if (!(await updateRow({ ctx, collection, id, version, row: after, changes, before }))) return false;
  await refuseOutside({ ctx, collection, grant, row: after });
  await carry({ ctx, collection, before, after, changes, related });
  await writeLedger({ ctx, collection, decision: { before, changes, related, facts }, after });
  await writeChildren({ ctx, collection, id, children: childrenOf({ collection, row: sent }) });
  for (const name of collection.tells ?? []) await ctx.tells[name]({ ctx, collection, before, after, changes });
  return true;
}

/** Brings what this change means to the rows it points to, through this same path. */
async function carry({
  ctx,
  collection,
  before,
  after,
  changes,
  related,
}: Decision & { ctx: WriteContext; collection: Collection; after: Row }): Promise<void> {
  for (const { to, set } of collection.carries?.({ before, after, changes, who: ctx.who, now: ctx.now, related }) ??
    []) {
    const differs = Object.entries(set).some(([name, value]) => related[to]?.[name] !== value);
    if (!differs) continue;
    const other = collectionNamed(collection.fields[to]!.to!)!;
    const moved = Object.fromEntries(Object.entries(set).filter(([name, value]) => related[to]?.[name] !== value));
    await updateItem({ ctx, collection: other, id: after[to] as number, payload: {}, set: moved, isOurs: true });
  }
}

/** What this change leaves behind in other collections; a row given as a relation is made first. */
async function writeLedger({
  ctx,
  collection,
  decision,
  after,
}: {
  ctx: WriteContext;
  collection: Collection;
  decision: Decision;
  after: Row;
}): Promise<void> {
  const { facts = {}, ...decided } = decision;
  for (const row of collection.ledger?.({ ...decided, facts, after, who: ctx.who, now: ctx.now }) ?? [])
    await createLedgerRow({ ctx, row });
}

async function createLedgerRow({ ctx, row }: { ctx: WriteContext; row: LedgerRow }): Promise<number | string> {
  const set: Row = {};
  for (const [name, value] of Object.entries(row.set))
    set[name] = isLedgerRow(value) ? await createLedgerRow({ ctx, row: value }) : value;
  return createItem({ ctx, collection: collectionNamed(row.in)!, payload: {}, set, isOurs: true });
}

function isLedgerRow(value: unknown): value is LedgerRow {
  return typeof value === "object" && value !== null && "in" in value && "set" in value;
}

/** Removes a row; a hidden one is as absent: FORBIDDEN. */
export async function deleteItem({
  ctx,
  collection,
  id,
  isOurs = false,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number | string;
  /** As of a change. */
  isOurs?: boolean;
}): Promise<void> {
  const grant = isOurs ? ourGrant : grantOf({ collection, operation: "delete", who: ctx.who });
  if (!grant) refuseWrite(collection);
  const { before, related } = await currentRow({ ctx, collection, id, grant });
  if (collection.removal) {
    const facts = await factsOf({ ctx, collection, before, base: before, changes: {}, related });
    const decision = { before, changes: {}, related, facts };
    applyRules({ ctx, collection: { ...collection, rules: collection.removal }, decision, base: before });
  }
  await deleteRow({ ctx, collection, id, row: before, before });
}
