// Creates and updates a demo entry with the product's own rules, so that all rows are consistent with them.
import { RuleViolation, type Collection, type Row, type RuleArgs } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { assertTransitions, getDefaults } from "#server/items/write/prepare.ts";
import { toWire } from "#server/items/field-values.ts";
import type { DemoSite } from "#tools/demo/branches.ts";

export const entryCollection = ParkingInformation as unknown as Collection;
export const visitorRecordCollection = ParkingMainInformation as unknown as Collection;
const defaultRows = {
  [entryCollection.name]: getDefaults(entryCollection),
  [visitorRecordCollection.name]: getDefaults(visitorRecordCollection),
};

export interface StepContext {
  actor: Actor;
  /** In ms since 1970. */
  at: number;
}

export interface DemoEntry {
  site: DemoSite;
  visitorRecord: Row;
  row: Row;
  history: Row[];
}

interface RuleDecisionOptions extends StepContext, Pick<RuleArgs, "lookups"> {
  collection: Collection;
  before: Row | null;
  changes: Row;
  related: { [field: string]: Row | null };
}

/**
 * Applies the rules of a collection to a change, each with the changes of the previous ones; throws on a RuleViolation.
 */
function applyCollectionRules({
  collection,
  before,
  changes: requested,
  related,
  lookups = {},
  actor,
  at,
}: RuleDecisionOptions): Row {
  if (before) assertTransitions({ collection, before, changes: requested });
  const now = new Date(at);
  const changes = { ...requested };
  const after = { ...(before ?? defaultRows[collection.name]), ...requested };
  for (const rule of collection.rules ?? []) {
    const result = rule({ before, after, changes, actor, now, related, lookups });
    if (result instanceof RuleViolation)
      throw new Error(`The rules of ${collection.name} reject a demo row: ${result.code}`);
    Object.assign(changes, result);
    Object.assign(after, result);
  }
  return changes;
}

/** Creates a visitor record; `set` contains values that actions of the product would set. */
export function createVisitorRecord({
  id,
  site,
  actor,
  at,
  values,
  set = {},
}: StepContext & { id: number; site: DemoSite; values: Row; set?: Row }): Row {
  const related = { branch: site.branch, vehicle_type: null };
  const changes = applyCollectionRules({
    collection: visitorRecordCollection,
    before: null,
    changes: { branch: site.id, ...values, ...set },
    related,
    actor,
    at,
  });
  return { ...defaultRows[visitorRecordCollection.name], ...changes, id, ...toAuditFields({ actor, at }) };
}

function toAuditFields({ actor, at }: StepContext): Row {
  return { date_created: new Date(at), user_created: actor.id };
}

/** Creates an entry without receipt and slot, which the simulation assigns. */
export function createEntry({
  id,
  site,
  visitorRecord,
  actor,
  at,
  values,
}: StepContext & { id: number; site: DemoSite; visitorRecord: Row; values: Row }): DemoEntry {
  const related = getRelatedRows({ site, visitorRecord });
  const changes = applyCollectionRules({
    collection: entryCollection,
    before: null,
    changes: { parking_main_info: visitorRecord["id"], ...values },
    related,
    lookups: { tariffInForce: site.tariffs.is_parking },
    actor,
    at,
  });
  const row = { ...defaultRows[entryCollection.name], ...changes, id, ...toAuditFields({ actor, at }) };
  const entry = { site, visitorRecord, row, history: [] };
  updateVisitorRecord({ entry, changes, actor, at });
  recordHistory({ entry, before: null, changes, actor, at });
  return entry;
}

/** Updates an entry as a user or, with the anonymous actor, as the system. */
export function updateEntry({
  entry,
  changes: requested,
  set = {},
  actor,
  at,
}: StepContext & { entry: DemoEntry; changes: Row; set?: Row }): void {
  const before = entry.row;
  const related = getRelatedRows(entry);
  const decided = applyCollectionRules({
    collection: entryCollection,
    before,
    changes: { ...requested, ...set },
    related,
    actor,
    at,
  });
  const changes = { ...decided, user_updated: actor.id, date_updated: new Date(at) };
  entry.row = { ...before, ...changes };
  updateVisitorRecord({ entry, changes: decided, actor, at });
  recordHistory({ entry, before, changes: decided, actor, at });
}

function getRelatedRows({ site, visitorRecord }: { site: DemoSite; visitorRecord: Row }): { [field: string]: Row } {
  return { parking_main_info: { ...visitorRecord, branch: site.branch } };
}

/** Propagates changes of the entry to its visitor record. */
function updateVisitorRecord({ entry, changes, actor, at }: StepContext & { entry: DemoEntry; changes: Row }): void {
  const args = { before: null, after: entry.row, changes, actor, now: new Date(at), related: {} };
  for (const { set } of entryCollection.propagates?.(args) ?? []) {
    if (Object.entries(set).every(([name, value]) => entry.visitorRecord[name] === value)) continue;
    Object.assign(entry.visitorRecord, set, { user_updated: actor.id, date_updated: new Date(at) });
  }
}

function recordHistory({
  entry,
  before,
  changes,
  actor,
  at,
}: StepContext & { entry: DemoEntry; before: Row | null; changes: Row }): void {
  const differences = Object.entries(before ? changes : {}).map(([name, value]) => {
    const field = entryCollection.fields[name]!;
    return [name, [toWire(field, before?.[name]), toWire(field, value)]];
  });
  entry.history.push({
    parking_information: entry.row["id"],
    status_id: entry.row["parking_status_id"],
    changes: Object.fromEntries(differences),
    ...toAuditFields({ actor, at }),
  });
}
