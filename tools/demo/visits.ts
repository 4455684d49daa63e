// Visits, one after the other as they came: who, which slot and receipt, how long, and how it was paid.
import type { Row } from "#domain/collection.ts";
import { nobody, type Who } from "#domain/roles.ts";
import { tariffCopy } from "#domain/rules/parking-entry.ts";
import { isSettled, owedBy } from "#domain/rules/payment.ts";
import { Refusal } from "#domain/collection.ts";
import { receiptId } from "#domain/rules/receipt-id.ts";
import { habitOf, type Arrival } from "#tools/demo/arrivals.ts";
import type { Place } from "#tools/demo/branches.ts";
import type { Chance } from "#tools/demo/chance.ts";
import { change, newEntry, newMain, type Entry } from "#tools/demo/entry.ts";
import { visitReasons } from "#tools/demo/names.ts";
import { freeSlot, type SlotBook } from "#tools/demo/slots.ts";
import { nextVisitor, type Visitor } from "#tools/demo/vehicles.ts";

const minute = 60_000;
const server: Who = { ...nobody, role: "platform" };

/** A standing record with a pass, and whose it is. */
export interface Pass {
  place: number;
  main: Row;
  visitor: Visitor;
}

export interface World {
  chance: Chance;
  until: number;
  /** Vehicle types by name. */
  types: ReadonlyMap<string, number>;
  pools: { readonly [state: string]: readonly Visitor[] };
  passes: readonly Pass[];
  /** Receipts given out, by branch and day: 'branch YYYYMMDD'. */
  receipts: Map<string, number>;
  /** What receipt ids begin with, by quarter of an hour and kind of entry. */
  stems: Map<string, string>;
  slots: SlotBook;
  nextId: { main: number; entry: number };
}

/** Lets one arrival come, and, where that is its fate, go. */
export function visit({ world, arrival }: { world: World; arrival: Arrival }): Entry {
  const { chance } = world;
  const { place, at, fate } = arrival;
  const who = chance.pick(place.staff);
  if (place.branch["allow_person_entries"] === true && fate !== "awaits payment" && chance.isOne(0.2))
    return personVisit({ world, arrival, who });
  const holder = fate === "stays" || fate === "leaves" ? passHolder({ world, place, at }) : undefined;
  const visitor = holder?.visitor ?? allowedVisitor({ world, place, at });
  const given = {
    vehicle_no: visitor.plate,
    phone_no: visitor.phone,
    vehicle_type: world.types.get(visitor.type)!,
    ...(chance.isOne(0.4) ? { name: visitor.name } : {}),
  };
  return live({ world, arrival, who, visitor, main: holder?.main ?? makeMain({ world, arrival, who, given }) });
}

function personVisit({ world, arrival, who }: { world: World; arrival: Arrival; who: Who }): Entry {
  const { chance } = world;
  const visitor = allowedVisitor({ world, place: arrival.place, at: arrival.at });
  const given = {
    name: visitor.name,
    phone_no: visitor.phone,
    is_person: true,
    entry_reason: chance.pick(visitReasons),
  };
  return live({ world, arrival, who, visitor, main: makeMain({ world, arrival, who, given }) });
}

function makeMain({ world, arrival, who, given }: { world: World; arrival: Arrival; who: Who; given: Row }): Row {
  const { place, at, fate } = arrival;
  const set = { is_waiting_for_approve: isGuarded(place) && fate !== "is invited" };
  return newMain({ id: world.nextId.main++, place, who, at, given, set });
}

function isGuarded({ branch }: Place): boolean {
  return (branch["parking_config"] as { security?: string } | null)?.security === "advanced_security";
}

/** Of the drivers who come here, one whose kind of vehicle the branch takes. */
function allowedVisitor({ world, place, at }: { world: World; place: Place; at: number }): Visitor {
  for (;;) {
    const visitor = nextVisitor({ chance: world.chance, pool: world.pools[place.state]!, at });
    const main = { vehicle_type: world.types.get(visitor.type) };
    if (!(tariffCopy({ main, branch: place.branch, now: new Date(at) }) instanceof Refusal)) return visitor;
  }
}

function passHolder({ world, place, at }: { world: World; place: Place; at: number }): Pass | undefined {
  const free = world.passes.filter((pass) => pass.place === place.id && pass.visitor.busyUntil < at);
  const share = place.entity === "residential" ? 0.7 : 0.12;
  return free.length > 0 && world.chance.isOne(share) ? world.chance.pick(free) : undefined;
}

/** Opens the entry and leads it to where its fate says. */
function live(options: { world: World; arrival: Arrival; who: Who; visitor: Visitor; main: Row }): Entry {
  const { world, arrival, who, visitor, main } = options;
  const { place, at, fate } = arrival;
  const entry = newEntry({ id: world.nextId.entry++, place, main, who, at, given: invitation({ world, arrival }) });
  entry.row["receipt_no"] = takeReceipt({ world, entry, at });
  const inside = fate === "leaves" || fate === "is cancelled" ? undefined : Number.POSITIVE_INFINITY;
  const entered = fate === "leaves" || fate === "stays" ? comeIn({ world, entry, at }) : at;
  const leaves = inside ?? leavingTime({ world, place, from: entered });
  if (fate !== "is invited" && fate !== "is cancelled") takeSlot({ world, entry, at, until: leaves });
  visitor.busyUntil = leaves;
  if (fate === "leaves") leave({ world, entry, at: leaves });
  if (fate === "is cancelled")
    change({
      entry,
      changes: { parking_status_id: 4 },
      who,
      at: at + 20 * minute < world.until ? at + 20 * minute : at,
    });
  if (fate === "stays" && world.chance.isOne(0.12)) payEarly({ world, entry, from: entered });
  return entry;
}

function invitation({ world, arrival: { at, fate } }: { world: World; arrival: Arrival }): Row {
  if (fate !== "is invited" && fate !== "is cancelled") return {};
  const start = world.chance.isOne(0.5) ? at : at + world.chance.whole({ from: 1, to: 48 }) * 60 * minute;
  const length = world.chance.pick([12, 24, 72]) * 60 * minute;
  return { is_invited: true, invite_start_date: new Date(start), invite_end_date: new Date(start + length) };
}

function takeReceipt({ world, entry, at }: { world: World; entry: Entry; at: number }): string {
  const { place, row } = entry;
  const isPerson = row["is_person"] === true;
  const stem = receiptStem({ world, place, isPerson, at });
  const key = `${place.id} ${/\d{8}/.exec(stem)![0]}`;
  const count = (world.receipts.get(key) ?? 0) + 1;
  world.receipts.set(key, count);
  return `${stem}${count}`;
}

/** A receipt id up to its number; the calendar is asked once for every quarter of an hour, in which no zone's date changes. */
function receiptStem(options: { world: World; place: Place; isPerson: boolean; at: number }): string {
  const { world, place, isPerson, at } = options;
  const { zone } = place;
  const isGovernment = place.entity === "government";
  const key = `${Math.floor(at / (15 * minute))} ${zone} ${isGovernment} ${isPerson}`;
  const known = world.stems.get(key);
  if (known) return known;
  const stem = receiptId({ isGovernment, isPerson, count: 0, now: new Date(at), zone }).slice(0, -1);
  world.stems.set(key, stem);
  return stem;
}

function takeSlot({ world, entry, at, until }: { world: World; entry: Entry; at: number; until: number }): void {
  const { place, row } = entry;
  const isIn = row["parking_status_id"] === 1 || row["is_vehicle_prepay_type"] === true;
  if (!isIn || row["is_person"] === true || place.blocks.length === 0) return;
  const slot = freeSlot({ book: world.slots, branch: place.id, blocks: place.blocks, at, until });
  Object.assign(row, { slot_prefix: slot.prefix, slot_no: slot.number === 0 ? null : slot.number });
}

/** Approval and payment where they come first; answers when the vehicle was in (ms). */
function comeIn({ world, entry, at }: { world: World; entry: Entry; at: number }): number {
  const { chance } = world;
  const who = chance.pick(entry.place.staff);
  let now = at;
  if (entry.main["is_waiting_for_approve"] === true) {
    now = soonAfter({ world, from: now, minutes: 6 });
    const by = chance.pick(entry.place.approvers.length > 0 ? entry.place.approvers : entry.place.staff);
    change({ entry, changes: {}, set: { approved_by: by.id }, who: by, at: now });
    Object.assign(entry.main, { is_waiting_for_approve: false, user_updated: by.id, date_updated: new Date(now) });
    now = soonAfter({ world, from: now, minutes: 2 });
    change({ entry, changes: { parking_status_id: 1 }, who, at: now });
  }
  if (entry.row["is_vehicle_prepay_type"] === true) {
    now = soonAfter({ world, from: now, minutes: 2 });
    pay({ world, entry, at: now });
  }
  return now;
}

/** Up to so many minutes later, and never in the future. */
function soonAfter({ world, from, minutes }: { world: World; from: number; minutes: number }): number {
  const later = from + Math.floor(world.chance.between({ from: 0.3, to: minutes }) * minute);
  return later < world.until ? later : from;
}

function leavingTime({ world, place, from }: { world: World; place: Place; from: number }): number {
  const { chance, until } = world;
  const stay = chance.skewed(habitOf(place.entity)) * minute;
  const leaves = Math.floor(from + Math.min(Math.max(stay, 3 * minute), 14 * 60 * minute));
  return leaves < until ? leaves : Math.floor(from + (until - from) * chance.between({ from: 0.3, to: 0.95 }));
}

/** Cash at the counter, or online with the provider's word for it. */
function pay({ world, entry, at, changes = {} }: { world: World; entry: Entry; at: number; changes?: Row }): void {
  const { chance } = world;
  const isExtra = entry.row["payment_status"] === "paid";
  const payment = { payment_status: "paid", ...(isExtra ? { payment_type: "extra" } : {}) };
  if (!isExtra && !("parking_status_id" in changes) && chance.isOne(0.6)) {
    const set = {
      payment_mode: "online",
      merchant_id: "CHAAVIDEMO",
      merchant_transaction_id: `T${String(entry.row["receipt_no"])}B${entry.place.id}`,
    };
    change({ entry, changes: payment, set, who: server, at });
    return;
  }
  change({
    entry,
    changes: { ...payment, payment_mode: "cash", ...(isExtra ? {} : adjustment(chance)), ...changes },
    who: chance.pick(entry.place.staff),
    at,
  });
}

/** Now and then something is added or taken off. Paise. */
function adjustment(chance: Chance): Row {
  if (chance.isOne(0.02)) return { additional_charge: 50_00, addition_note: "Slip lost" };
  return chance.isOne(0.02) ? { deduction_charge: 10_00, deduction_note: "Regular customer" } : {};
}

function payEarly({ world, entry, from }: { world: World; entry: Entry; from: number }): void {
  const at = Math.floor(world.chance.between({ from, to: world.until }));
  const isOwed = owedBy({ entry: entry.row, now: new Date(at) }).extended > 0;
  if (entry.row["payment_status"] !== "paid" && isOwed) pay({ world, entry, at });
}

/** Settles what is owed and goes. */
function leave({ world, entry, at }: { world: World; entry: Entry; at: number }): void {
  const { chance } = world;
  const since = (entry.row["in_time"] as Date).getTime();
  const isOnline =
    entry.row["payment_status"] !== "paid" &&
    chance.isOne(0.4) &&
    owedBy({ entry: entry.row, now: new Date(at) }).total > 0;
  if (isOnline) pay({ world, entry, at: Math.max(since, at - chance.whole({ from: 30_000, to: 4 * minute })) });
  const out = { parking_status_id: 2 };
  if (isSettled({ entry: entry.row, now: new Date(at) }))
    change({ entry, changes: out, who: chance.pick(entry.place.staff), at });
  else pay({ world, entry, at, changes: out });
}
