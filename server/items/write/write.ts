// §7: the write path. Changes of every API pass these steps in this order: 1 authorise · 2 validate · 3 state
// transitions · 4 rules · 5 allocations · 6 write · 7 history · 8 notifications: emails are queued, live events are
// sent after commit.
import type { Collection, DerivedRow, Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { CollectionKey } from "#domain/schema/registry.ts";
import { type AccessGrant, getGrant } from "#server/items/access/grants.ts";
import { storeSecrets, allocate } from "#server/items/write/before-write.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { type ChildChanges, parseChildren, writeChildChanges } from "#server/items/write/children.ts";
import { type CurrentRow, loadCurrentRow, loadRelatedAfter } from "#server/items/write/current-row.ts";
import {
  applyRules,
  assertFieldsAllowed,
  assertTransitions,
  type FieldProblems,
  type WriteDecision,
  getDefaults,
  loadAllLookups,
  loadLookups,
  isNestedRow,
  parsePayload,
  runRules,
  throwProblems,
  validatePayload,
} from "#server/items/write/prepare.ts";
import { deleteRow, insertRow, updateRow } from "#server/items/write/write-row.ts";
import { assertRowAllowedAfterWrite, assertRowAllowedBeforeWrite } from "#server/items/access/row-access.ts";
import { ApiError, throwApiError, throwWriteForbidden } from "#server/items/api-error.ts";
import { loadRelatedRows } from "#server/items/write/related-rows.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface ItemWrite<C extends Collection = Collection> {
  ctx: WriteContext;
  collection: C;
  /** Fields sent by the caller. */
  payload: Row;
  /** Fields set by the server in addition: not allowed in the payload, but subject to the same rules. */
  systemValues?: Row;
  /** Skips the access check, which the calling action has already done; all rules still apply. */
  bypassAccess?: boolean;
}

const unrestrictedGrant: AccessGrant = { rows: true, fields: null };

/** A new row that has passed all steps before writing. */
interface PreparedRow {
  collection: Collection;
  row: Row;
  related: WriteDecision["related"];
  grant: AccessGrant | null;
  /** Parents are written before this row, children after it. */
  parents: { field: string; prepared: PreparedRow }[];
  children: ChildChanges[];
}

/**
 * Creates a row with its nested rows and returns its id. `whileWriting` is called when the statement of the row has been sent:
 * what it sends goes along in the same round trip, and it must not throw.
 */
export async function createItem<C extends Collection>({
  whileWriting,
  ...change
}: ItemWrite<C> & { whileWriting?: (() => void) | undefined }): Promise<CollectionKey<C>> {
  const problems: FieldProblems = [];
  const prepared = await prepareCreate({ ...change, additionalInclude: [], problems }).catch((thrown: unknown) => {
    // What is refused after a problem may be caused by it.
    if (thrown instanceof ApiError) throwProblems(problems);
    throw thrown;
  });
  throwProblems(problems);
  return (await writePrepared({ ctx: change.ctx, prepared, whileWriting })) as CollectionKey<C>;
}

/** A row with problems, of its own or of its nested rows, is not to be written. */
async function prepareCreate({
  ctx,
  collection,
  payload,
  systemValues = {},
  bypassAccess = false,
  additionalInclude,
  problems,
}: ItemWrite & { additionalInclude: readonly string[]; problems: FieldProblems }): Promise<PreparedRow> {
  const grant = bypassAccess ? unrestrictedGrant : getGrant({ collection, operation: "create", actor: ctx.actor });
  if (!grant) throwWriteForbidden(collection);
  assertFieldsAllowed({ collection, grant, payload, isNew: true });
  const defaults: Row = {};
  for (const [name, getDefault] of Object.entries(collection.createDefaults ?? {}))
    if (payload[name] === undefined) defaults[name] = getDefault(ctx.actor);
  for (const [name, derive] of Object.entries(collection.derivedDefaults ?? {}))
    if (payload[name] === undefined) defaults[name] = derive(payload);
  const values = parsePayload({
    collection,
    payload: { ...defaults, ...payload, ...toNestedPlaceholders(systemValues) },
    isNew: true,
    problems,
  });
  const include = [...(collection.include ?? []), ...additionalInclude];

  const parents: PreparedRow["parents"] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = collection.fields[name]!;
    if (!isNestedRow(field, value)) continue;
    if (value["id"] !== undefined) {
      values[name] = await writeParent({ ctx, collection: findCollection(field.target!)!, value });
      continue;
    }
    const parentInclude = include
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    const prepared = await prepareCreate({
      ctx,
      collection: findCollection(field.target!)!,
      payload: value,
      bypassAccess,
      additionalInclude: parentInclude,
      problems,
    });
    parents.push({ field: name, prepared });
    delete values[name];
  }
  const changes = { ...values, ...systemValues };
  const base = getDefaults(collection);
  const isOfParent = (path: string) => parents.some(({ field }) => path === field || path.startsWith(`${field}.`));
  assertTransitions({ collection, before: null, changes });
  const hasProblems = problems.length > 0;
  // Sent together in one round trip.
  const [related, ownLookups] = await Promise.all([
    loadRelatedRows({
      ctx,
      collection,
      row: { ...base, ...changes },
      include: include.filter((path) => !isOfParent(path)),
    }),
    hasProblems ? {} : loadLookups({ ctx, collection, before: null, base, changes, related: null }),
  ]);
  for (const { field, prepared } of parents) related[field] = { ...prepared.row, ...prepared.related };
  const lookups = hasProblems
    ? {}
    : { ...ownLookups, ...(await loadLookups({ ctx, collection, before: null, base, changes, related })) };
  const decision = { before: null, changes, related, lookups };
  const finalChanges = runRules({ ctx, collection, decision, base, problems });
  if (problems.length > 0)
    return { collection, row: { ...base, ...finalChanges }, related, grant, parents, children: [] };
  assertTransitions({ collection, before: null, changes: finalChanges });
  const row: Row = { ...base, ...finalChanges, user_created: ctx.actor.id, date_created: ctx.now };
  for (const { to, set: propagated } of collection.propagates?.({
    before: null,
    after: row,
    changes: finalChanges,
    actor: ctx.actor,
    now: ctx.now,
    related,
  }) ?? []) {
    const parent = parents.find(({ field }) => field === to);
    if (parent) Object.assign(parent.prepared.row, propagated);
  }
  return { collection, row, related, grant, parents, children: parseChildren({ collection, row }) };
}

async function writeChildren({
  isNew = false,
  ...input
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number | string;
  children: PreparedRow["children"];
  isNew?: boolean;
}): Promise<void> {
  await writeChildChanges({
    ...input,
    writer: { create: createItem, update: updateItem, remove: deleteItem },
    isNew,
  });
}

/** System values of relations satisfy the check for required fields. */
function toNestedPlaceholders(values: Row): Row {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "number" || typeof value === "string"),
  );
}

async function writePrepared({
  ctx,
  prepared,
  whileWriting,
}: {
  ctx: WriteContext;
  prepared: PreparedRow;
  whileWriting?: (() => void) | undefined;
}): Promise<number | string> {
  const { collection, row, related, grant, parents, children } = prepared;
  // Sent together in one round trip; parents come first, since allocations hold locks until the end of the transaction.
  const [keys, allocated] = await Promise.all([
    Promise.all(parents.map((parent) => writePrepared({ ctx, prepared: parent.prepared }))),
    allocate({ ctx, collection, before: null, after: row, changes: row, related }),
  ]);
  Object.assign(row, allocated);
  for (const [index, { field }] of parents.entries()) row[field] = keys[index];
  await storeSecrets({ ctx, collection, row });
  assertRowAllowedBeforeWrite({ grant, row });
  const inserted = insertRow({ ctx, collection, row, changes: row });
  const onWritten = ctx.onRowWrite({ ctx, collection, action: "create", before: null, after: row, changes: row });
  whileWriting?.();
  const id = await inserted;
  await onWritten?.({ ...row, id });
  await assertRowAllowedAfterWrite({ ctx, collection, grant, row: { ...row, id } });
  if (parents.length === 0)
    await propagate({ ctx, collection, before: null, after: { ...row, id }, changes: row, related });
  await writeChildren({ ctx, collection, id, children, isNew: true });
  await writeFollowUps({ ctx, collection, before: null, after: { ...row, id }, related });
  return id;
}

/** Attempts of an update if the row is changed concurrently between read and write. */
const maxWriteAttempts = 5;

/** Updates one row; throws the state table's error if its state was changed concurrently. */
export async function updateItem({
  ctx,
  collection,
  id,
  payload,
  systemValues = {},
  bypassAccess = false,
}: ItemWrite & { id: number | string }): Promise<void> {
  const grant = bypassAccess ? unrestrictedGrant : getGrant({ collection, operation: "update", actor: ctx.actor });
  if (!grant) throwWriteForbidden(collection);
  const key = parseKey({ collection, id });
  assertFieldsAllowed({ collection, grant, payload, isNew: false });
  const values = { ...validatePayload({ collection, payload, isNew: false }), ...systemValues };
  await updateParents({ ctx, collection, payload: values });
  for (let attempt = 1; attempt <= maxWriteAttempts; attempt += 1) {
    const current = await loadCurrentRow({ ctx, collection, id: key, grant });
    const related = await loadRelatedAfter({ ctx, collection, changes: values, ...current });
    if (await tryUpdate({ ctx, collection, id: key, values, grant, ...current, related })) return;
  }
  throwApiError("UPDATE_FAILED");
}

async function updateParents({
  ctx,
  collection,
  payload,
}: {
  ctx: WriteContext;
  collection: Collection;
  payload: Row;
}): Promise<void> {
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.fields[name]!;
    if (!isNestedRow(field, value)) continue;
    payload[name] = await writeParent({ ctx, collection: findCollection(field.target!)!, value });
  }
}

/** Writes a row that was sent instead of a key: creates it without an id, updates it with one. Returns its id. */
async function writeParent({
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
  const key = parseKey({ collection, id });
  if (Object.keys(payload).length > 0) await updateItem({ ctx, collection, id: key, payload });
  return key;
}

async function tryUpdate({
  ctx,
  collection,
  id,
  values,
  grant,
  before,
  version,
  related,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number | string;
  values: Row;
  grant: AccessGrant;
} & CurrentRow): Promise<boolean> {
  assertRowAllowedBeforeWrite({ grant, row: { ...before, ...values } });
  assertTransitions({ collection, before, changes: values });
  const lookups = await loadAllLookups({ ctx, collection, before, base: before, changes: values, related });
  const changes = applyRules({
    ctx,
    collection,
    decision: { before, changes: values, related, lookups },
    base: before,
  });
  if (Object.keys(changes).length === 0) return true;
  Object.assign(
    changes,
    await allocate({ ctx, collection, before, after: { ...before, ...changes }, changes, related }),
  );
  await storeSecrets({ ctx, collection, row: changes });
  Object.assign(changes, { user_updated: ctx.actor.id, date_updated: ctx.now });
  const after = { ...before, ...changes };
  assertRowAllowedBeforeWrite({ grant, row: after });
  const updated = updateRow({ ctx, collection, id, version, row: after, changes, before });
  const onWritten = ctx.onRowWrite({ ctx, collection, action: "update", before, after, changes });
  if (!(await updated)) return false;
  await onWritten?.(after);
  await assertRowAllowedAfterWrite({ ctx, collection, grant, row: after });
  await propagate({ ctx, collection, before, after, changes, related });
  await writeDerivedRows({ ctx, collection, decision: { before, changes, related, lookups }, after });
  await writeChildren({ ctx, collection, id, children: parseChildren({ collection, row: values }) });
  await writeFollowUps({ ctx, collection, before, after, related });
  for (const name of collection.notifications ?? [])
    await ctx.notifications[name]({ ctx, collection, before, after, changes });
  return true;
}

/** Applies the consequences for related rows through the write path. */
async function propagate({
  ctx,
  collection,
  before,
  after,
  changes,
  related,
}: WriteDecision & { ctx: WriteContext; collection: Collection; after: Row }): Promise<void> {
  for (const { to, set } of collection.propagates?.({
    before,
    after,
    changes,
    actor: ctx.actor,
    now: ctx.now,
    related,
  }) ?? []) {
    const hasChanges = Object.entries(set).some(([name, value]) => related[to]?.[name] !== value);
    if (!hasChanges) continue;
    const relatedCollection = findCollection(collection.fields[to]!.target!)!;
    const changedValues = Object.fromEntries(
      Object.entries(set).filter(([name, value]) => related[to]?.[name] !== value),
    );
    await updateItem({
      ctx,
      collection: relatedCollection,
      id: after[to] as number,
      payload: {},
      systemValues: changedValues,
      bypassAccess: true,
    });
  }
}

async function writeFollowUps({
  ctx,
  collection,
  ...change
}: {
  ctx: WriteContext;
  collection: Collection;
  before: Row | null;
  after: Row | null;
  related: WriteDecision["related"];
}): Promise<void> {
  for (const name of collection.followUps ?? []) await ctx.followUps[name]({ ctx, ...change });
}

/** Creates the derived rows of a change; a derived row used as relation is created first. */
async function writeDerivedRows({
  ctx,
  collection,
  decision,
  after,
}: {
  ctx: WriteContext;
  collection: Collection;
  decision: WriteDecision;
  after: Row;
}): Promise<void> {
  const { lookups = {}, ...ruleInput } = decision;
  for (const row of collection.derivedRows?.({ ...ruleInput, lookups, after, actor: ctx.actor, now: ctx.now }) ?? [])
    await createDerivedRow({ ctx, row });
}

async function createDerivedRow({ ctx, row }: { ctx: WriteContext; row: DerivedRow }): Promise<number | string> {
  const systemValues: Row = {};
  for (const [name, value] of Object.entries(row.values))
    systemValues[name] = isDerivedRow(value) ? await createDerivedRow({ ctx, row: value }) : value;
  return createItem({
    ctx,
    collection: findCollection(row.collection)!,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
}

function isDerivedRow(value: unknown): value is DerivedRow {
  return typeof value === "object" && value !== null && "collection" in value && "values" in value;
}

/** Deletes a row; FORBIDDEN if it does not exist or is hidden. */
export async function deleteItem({
  ctx,
  collection,
  id,
  bypassAccess = false,
}: {
  ctx: WriteContext;
  collection: Collection;
  id: number | string;
  /** See `ItemWrite`. */
  bypassAccess?: boolean;
}): Promise<void> {
  const grant = bypassAccess ? unrestrictedGrant : getGrant({ collection, operation: "delete", actor: ctx.actor });
  if (!grant) throwWriteForbidden(collection);
  const { before, related } = await loadCurrentRow({ ctx, collection, id, grant });
  if (collection.deleteRules) {
    const lookups = await loadAllLookups({ ctx, collection, before, base: before, changes: {}, related });
    const decision = { before, changes: {}, related, lookups };
    applyRules({ ctx, collection: { ...collection, rules: collection.deleteRules }, decision, base: before });
  }
  await deleteRow({ ctx, collection, id, row: before, before });
  await ctx.onRowWrite({ ctx, collection, action: "delete", before, after: before, changes: {} })?.(before);
  await writeFollowUps({ ctx, collection, before, after: null, related: {} });
}
