// One entry through its life: every step is decided by the product's own rules, so that no row says what they would not.
import { Refusal, type Collection, type Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import type { Who } from "#domain/roles.ts";
import { checkMoves, defaults } from "#server/items/prepare.ts";
import { toWire } from "#server/items/values.ts";
import type { Place } from "#tools/demo/branches.ts";

export const visits = ParkingInformation as unknown as Collection;
export const standings = ParkingMainInformation as unknown as Collection;
const bases = { [visits.name]: defaults(visits), [standings.name]: defaults(standings) };

export interface Step {
  who: Who;
  /** ms since 1970. */
  at: number;
}

export interface Entry {
  place: Place;
  main: Row;
  row: Row;
  history: Row[];
}

interface Decided extends Step {
  collection: Collection;
  before: Row | null;
  changes: Row;
  related: { [field: string]: Row | null };
}

/** What the rules make of a change, each seeing what those before it changed; a Refusal of theirs is an error here. */
function decide({ collection, before, changes: sent, related, who, at }: Decided): Row {
  if (before) checkMoves({ collection, before, changes: sent });
  const now = new Date(at);
  const changes = { ...sent };
  const after = { ...(before ?? bases[collection.name]), ...sent };
  for (const rule of collection.rules ?? []) {
    const answer = rule({ before, after, changes, who, now, related });
    if (answer instanceof Refusal) throw new Error(`The rules of ${collection.name} refuse a demo row: ${answer.code}`);
    Object.assign(changes, answer);
    Object.assign(after, answer);
  }
  return changes;
}

/** A new standing record. `set` is what our own actions would set. */
export function newMain({
  id,
  place,
  who,
  at,
  given,
  set = {},
}: Step & { id: number; place: Place; given: Row; set?: Row }): Row {
  const related = { branch: place.branch, vehicle_type: null };
  const changes = decide({
    collection: standings,
    before: null,
    changes: { branch: place.id, ...given, ...set },
    related,
    who,
    at,
  });
  return { ...bases[standings.name], ...changes, id, ...made({ who, at }) };
}

function made({ who, at }: Step): Row {
  return { date_created: new Date(at), user_created: who.id };
}

/** A new visit, without its receipt and slot, which are for who keeps count of them. */
export function newEntry({
  id,
  place,
  main,
  who,
  at,
  given,
}: Step & { id: number; place: Place; main: Row; given: Row }): Entry {
  const related = relatedTo({ place, main });
  const changes = decide({
    collection: visits,
    before: null,
    changes: { parking_main_info: main["id"], ...given },
    related,
    who,
    at,
  });
  const row = { ...bases[visits.name], ...changes, id, ...made({ who, at }) };
  const entry = { place, main, row, history: [] };
  follow({ entry, changes, who, at });
  remember({ entry, before: null, changes, who, at });
  return entry;
}

/** A further write to a visit, by a person or, with nobody as `who`, by the server. */
export function change({
  entry,
  changes: sent,
  set = {},
  who,
  at,
}: Step & { entry: Entry; changes: Row; set?: Row }): void {
  const before = entry.row;
  const related = relatedTo(entry);
  const decided = decide({ collection: visits, before, changes: { ...sent, ...set }, related, who, at });
  const changes = { ...decided, user_updated: who.id, date_updated: new Date(at) };
  entry.row = { ...before, ...changes };
  follow({ entry, changes: decided, who, at });
  remember({ entry, before, changes: decided, who, at });
}

function relatedTo({ place, main }: { place: Place; main: Row }): { [field: string]: Row } {
  return { parking_main_info: { ...main, branch: place.branch } };
}

/** The standing record follows its visit. */
function follow({ entry, changes, who, at }: Step & { entry: Entry; changes: Row }): void {
  const args = { before: null, after: entry.row, changes, who, now: new Date(at), related: {} };
  for (const { set } of visits.carries?.(args) ?? []) {
    if (Object.entries(set).every(([name, value]) => entry.main[name] === value)) continue;
    Object.assign(entry.main, set, { user_updated: who.id, date_updated: new Date(at) });
  }
}

function remember({
  entry,
  before,
  changes,
  who,
  at,
}: Step & { entry: Entry; before: Row | null; changes: Row }): void {
  const differences = Object.entries(before ? changes : {}).map(([name, value]) => {
    const field = visits.fields[name]!;
    return [name, [toWire(field, before?.[name]), toWire(field, value)]];
  });
  entry.history.push({
    parking_information: entry.row["id"],
    status_id: entry.row["parking_status_id"],
    changes: Object.fromEntries(differences),
    ...made({ who, at }),
  });
}
