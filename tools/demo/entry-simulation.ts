// Simulates entries in order of arrival: visitor, slot, receipt, duration and payment.
import { getRelationId } from "#domain/schema/relation-id.ts";
import type { Row } from "#domain/schema/collection.ts";
import { anonymous, type Actor } from "#domain/access/roles.ts";
import { getEntryTariff } from "#domain/parking/parking-entry.ts";
import { isSettled, computeBalance } from "#domain/payments/payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { formatReceiptId } from "#domain/payments/receipt-id.ts";
import { getArrivalPattern, type Arrival } from "#tools/demo/arrivals.ts";
import type { DemoSite } from "#tools/demo/branches.ts";
import type { DemoPayment } from "#tools/demo/ledger.ts";
import type { Random } from "#tools/demo/random.ts";
import { updateEntry, createEntry, createVisitorRecord, type DemoEntry } from "#tools/demo/entry.ts";
import { entryReasons } from "#tools/demo/names.ts";
import { allocateFreeSlot, type SlotOccupancy } from "#tools/demo/slot-occupancy.ts";
import { pickVisitor, type DemoVisitor } from "#tools/demo/vehicles.ts";

const minute = 60_000;
const serverActor: Actor = { ...anonymous, role: "platform" };

/** A visitor record with a pass, and its holder. */
export interface DemoPass {
  site: number;
  visitorRecord: Row;
  visitor: DemoVisitor;
}

export interface DemoSimulation {
  random: Random;
  until: number;
  /** Vehicle types by name. */
  types: ReadonlyMap<string, number>;
  visitorPools: { readonly [state: string]: readonly DemoVisitor[] };
  passes: readonly DemoPass[];
  /** Number of assigned receipts by branch and day: 'branch YYYYMMDD'. */
  receipts: Map<string, number>;
  /** Prefixes of receipt ids, by quarter of an hour and kind of entry. */
  receiptPrefixes: Map<string, string>;
  slots: SlotOccupancy;
  /** What was received so far. */
  payments: DemoPayment[];
  nextId: { visitorRecord: number; entry: number };
}

/** Simulates one arrival up to its outcome. */
export function simulateEntry({ simulation, arrival }: { simulation: DemoSimulation; arrival: Arrival }): DemoEntry {
  const { random } = simulation;
  const { site, at, outcome } = arrival;
  const actor = random.pick(site.staff);
  if (site.branch["allow_person_entries"] === true && outcome !== "awaiting payment" && random.isTrue(0.2))
    return simulatePersonEntry({ simulation, arrival, actor });
  const holder =
    outcome === "inside" || outcome === "checked out" ? pickPassHolder({ simulation, site, at }) : undefined;
  const visitor = holder?.visitor ?? pickAllowedVisitor({ simulation, site, at });
  const values = {
    vehicle_no: visitor.vehicleNumber,
    phone_no: visitor.phone,
    vehicle_type: simulation.types.get(visitor.type)!,
    ...(random.isTrue(0.4) ? { name: visitor.name } : {}),
  };
  return runEntry({
    simulation,
    arrival,
    actor,
    visitor,
    visitorRecord: holder?.visitorRecord ?? createArrivalRecord({ simulation, arrival, actor, values }),
  });
}

function simulatePersonEntry({
  simulation,
  arrival,
  actor,
}: {
  simulation: DemoSimulation;
  arrival: Arrival;
  actor: Actor;
}): DemoEntry {
  const { random } = simulation;
  const visitor = pickAllowedVisitor({ simulation, site: arrival.site, at: arrival.at });
  const values = {
    name: visitor.name,
    phone_no: visitor.phone,
    is_person: true,
    entry_reason: random.pick(entryReasons),
  };
  return runEntry({
    simulation,
    arrival,
    actor,
    visitor,
    visitorRecord: createArrivalRecord({ simulation, arrival, actor, values }),
  });
}

function createArrivalRecord({
  simulation,
  arrival,
  actor,
  values,
}: {
  simulation: DemoSimulation;
  arrival: Arrival;
  actor: Actor;
  values: Row;
}): Row {
  const { site, at, outcome } = arrival;
  const set = { is_waiting_for_approve: requiresApproval(site) && outcome !== "invited" };
  return createVisitorRecord({ id: simulation.nextId.visitorRecord++, site, actor, at, values, set });
}

function requiresApproval({ branch }: DemoSite): boolean {
  return (branch["parking_config"] as { security?: string } | null)?.security === "advanced_security";
}

/** Picks a visitor whose vehicle type the branch accepts. */
function pickAllowedVisitor({
  simulation,
  site,
  at,
}: {
  simulation: DemoSimulation;
  site: DemoSite;
  at: number;
}): DemoVisitor {
  for (;;) {
    const visitor = pickVisitor({ random: simulation.random, pool: simulation.visitorPools[site.state]!, at });
    const visitorRecord = { vehicle_type: simulation.types.get(visitor.type) };
    const { zone, tariffs } = site;
    const tariff = getEntryTariff({ visitorRecord, version: tariffs.is_parking, zone, now: new Date(at) });
    if (!(tariff instanceof RuleViolation)) return visitor;
  }
}

function pickPassHolder({
  simulation,
  site,
  at,
}: {
  simulation: DemoSimulation;
  site: DemoSite;
  at: number;
}): DemoPass | undefined {
  const available = simulation.passes.filter((pass) => pass.site === site.id && pass.visitor.busyUntil < at);
  const share = site.entity === "residential" ? 0.7 : 0.12;
  return available.length > 0 && simulation.random.isTrue(share) ? simulation.random.pick(available) : undefined;
}

/** Creates the entry and continues it up to its outcome. */
function runEntry(options: {
  simulation: DemoSimulation;
  arrival: Arrival;
  actor: Actor;
  visitor: DemoVisitor;
  visitorRecord: Row;
}): DemoEntry {
  const { simulation, arrival, actor, visitor, visitorRecord } = options;
  const { site, at, outcome } = arrival;
  const entry = createEntry({
    id: simulation.nextId.entry++,
    site,
    visitorRecord,
    actor,
    at,
    values: createInvitePeriod({ simulation, arrival }),
  });
  entry.row["receipt_no"] = assignReceipt({ simulation, entry, at });
  const checkOutOverride = outcome === "checked out" || outcome === "cancelled" ? undefined : Number.POSITIVE_INFINITY;
  const enteredAt = outcome === "checked out" || outcome === "inside" ? checkInEntry({ simulation, entry, at }) : at;
  const checkOutAt = checkOutOverride ?? drawCheckOutTime({ simulation, site, from: enteredAt });
  if (outcome !== "invited" && outcome !== "cancelled") assignSlot({ simulation, entry, at, until: checkOutAt });
  visitor.busyUntil = checkOutAt;
  if (outcome === "checked out") checkOutEntry({ simulation, entry, at: checkOutAt });
  if (outcome === "cancelled")
    updateEntry({
      entry,
      changes: { parking_status_id: 4 },
      actor,
      at: at + 20 * minute < simulation.until ? at + 20 * minute : at,
    });
  if (outcome === "inside" && simulation.random.isTrue(0.12)) payBeforeEntry({ simulation, entry, from: enteredAt });
  return entry;
}

function createInvitePeriod({
  simulation,
  arrival: { at, outcome },
}: {
  simulation: DemoSimulation;
  arrival: Arrival;
}): Row {
  if (outcome !== "invited" && outcome !== "cancelled") return {};
  const start = simulation.random.isTrue(0.5) ? at : at + simulation.random.integer({ from: 1, to: 48 }) * 60 * minute;
  const length = simulation.random.pick([12, 24, 72]) * 60 * minute;
  return { is_invited: true, invite_start_date: new Date(start), invite_end_date: new Date(start + length) };
}

function assignReceipt({
  simulation,
  entry,
  at,
}: {
  simulation: DemoSimulation;
  entry: DemoEntry;
  at: number;
}): string {
  const { site, row } = entry;
  const isPerson = row["is_person"] === true;
  const prefix = getReceiptPrefix({ simulation, site, isPerson, at });
  const key = `${site.id} ${/\d{8}/.exec(prefix)![0]}`;
  const count = (simulation.receipts.get(key) ?? 0) + 1;
  simulation.receipts.set(key, count);
  return `${prefix}${count}`;
}

/**
 * Returns the prefix of a receipt id, cached for each quarter of an hour, within which no time zone changes its date.
 */
function getReceiptPrefix(options: {
  simulation: DemoSimulation;
  site: DemoSite;
  isPerson: boolean;
  at: number;
}): string {
  const { simulation, site, isPerson, at } = options;
  const { zone } = site;
  const isGovernment = site.entity === "government";
  const key = `${Math.floor(at / (15 * minute))} ${zone} ${isGovernment} ${isPerson}`;
  const cachedPrefix = simulation.receiptPrefixes.get(key);
  if (cachedPrefix) return cachedPrefix;
  const prefix = formatReceiptId({ isGovernment, isPerson, count: 0, now: new Date(at), zone }).slice(0, -1);
  simulation.receiptPrefixes.set(key, prefix);
  return prefix;
}

function assignSlot({
  simulation,
  entry,
  at,
  until,
}: {
  simulation: DemoSimulation;
  entry: DemoEntry;
  at: number;
  until: number;
}): void {
  const { site, row } = entry;
  const isIn = row["parking_status_id"] === 1 || row["is_vehicle_prepay_type"] === true;
  if (!isIn || row["is_person"] === true || site.blocks.length === 0) return;
  const vehicleType = getRelationId(entry.visitorRecord["vehicle_type"]);
  const { id: branch, blocks } = site;
  const slot = allocateFreeSlot({ occupancy: simulation.slots, branch, blocks, vehicleType, at, until });
  Object.assign(row, { slot_prefix: slot.prefix, slot_no: slot.number === 0 ? null : slot.number });
}

/** Runs approval and prepayment if required; returns the time of entry in ms. */
function checkInEntry({ simulation, entry, at }: { simulation: DemoSimulation; entry: DemoEntry; at: number }): number {
  const { random } = simulation;
  const actor = random.pick(entry.site.staff);
  let now = at;
  if (entry.visitorRecord["is_waiting_for_approve"] === true) {
    now = drawTimeAfter({ simulation, from: now, minutes: 6 });
    const approver = random.pick(entry.site.approvers.length > 0 ? entry.site.approvers : entry.site.staff);
    updateEntry({ entry, changes: {}, set: { approved_by: approver.id }, actor: approver, at: now });
    Object.assign(entry.visitorRecord, {
      is_waiting_for_approve: false,
      user_updated: approver.id,
      date_updated: new Date(now),
    });
    now = drawTimeAfter({ simulation, from: now, minutes: 2 });
    updateEntry({ entry, changes: { parking_status_id: 1 }, actor, at: now });
  }
  if (entry.row["is_vehicle_prepay_type"] === true) {
    now = drawTimeAfter({ simulation, from: now, minutes: 2 });
    payEntry({ simulation, entry, at: now });
  }
  return now;
}

/** Returns a time up to `minutes` later, but not in the future. */
function drawTimeAfter({
  simulation,
  from,
  minutes,
}: {
  simulation: DemoSimulation;
  from: number;
  minutes: number;
}): number {
  const laterTime = from + Math.floor(simulation.random.between({ from: 0.3, to: minutes }) * minute);
  return laterTime < simulation.until ? laterTime : from;
}

function drawCheckOutTime({
  simulation,
  site,
  from,
}: {
  simulation: DemoSimulation;
  site: DemoSite;
  from: number;
}): number {
  const { random, until } = simulation;
  const stayMs = random.skewed(getArrivalPattern(site.entity)) * minute;
  const checkOutAt = Math.floor(from + Math.min(Math.max(stayMs, 3 * minute), 14 * 60 * minute));
  return checkOutAt < until ? checkOutAt : Math.floor(from + (until - from) * random.between({ from: 0.3, to: 0.95 }));
}

/** Records a payment, by cash at the counter or online as confirmed by the provider. */
function payEntry({
  simulation,
  entry,
  at,
  changes = {},
}: {
  simulation: DemoSimulation;
  entry: DemoEntry;
  at: number;
  changes?: Row;
}): void {
  const { random, payments } = simulation;
  const paidBefore = Number(entry.row["paid_amount"] ?? 0);
  const isExtra = entry.row["payment_status"] === "paid";
  const payment = { payment_status: "paid", ...(isExtra ? { payment_type: "extra" } : {}) };
  const isOnline = !isExtra && !("parking_status_id" in changes) && random.isTrue(0.6);
  const merchantTransactionId = `T${String(entry.row["receipt_no"])}B${entry.site.id}`;
  const collector = isOnline ? null : random.pick(entry.site.staff);
  if (collector === null) {
    const set = { payment_mode: "online", merchant_id: "CHAAVIDEMO", merchant_transaction_id: merchantTransactionId };
    updateEntry({ entry, changes: payment, set, actor: serverActor, at });
  } else {
    const adjustment = isExtra ? {} : drawAdjustment(random);
    const cash = { ...payment, payment_mode: "cash", ...adjustment, ...changes };
    updateEntry({ entry, changes: cash, actor: collector, at });
  }
  payments.push({
    site: entry.site,
    paid: { parking_information: Number(entry.row["id"]) },
    mode: isOnline ? "online" : "cash",
    amount: Number(entry.row["paid_amount"]) - paidBefore,
    receivedAt: new Date(at),
    collector,
    ...(isOnline ? { merchantTransactionId } : {}),
  });
}

/** Rarely returns an additional charge or a discount, in paise. */
function drawAdjustment(random: Random): Row {
  if (random.isTrue(0.02)) return { additional_charge: 50_00, addition_note: "Slip lost" };
  return random.isTrue(0.02) ? { deduction_charge: 10_00, deduction_note: "Regular customer" } : {};
}

function payBeforeEntry({
  simulation,
  entry,
  from,
}: {
  simulation: DemoSimulation;
  entry: DemoEntry;
  from: number;
}): void {
  const at = Math.floor(simulation.random.between({ from, to: simulation.until }));
  const hasBalanceDue = computeBalance({ entry: entry.row, now: new Date(at) }).extended > 0;
  if (entry.row["payment_status"] !== "paid" && hasBalanceDue) payEntry({ simulation, entry, at });
}

/** Pays the balance due and checks out. */
function checkOutEntry({ simulation, entry, at }: { simulation: DemoSimulation; entry: DemoEntry; at: number }): void {
  const { random } = simulation;
  const since = (entry.row["in_time"] as Date).getTime();
  const isOnline =
    entry.row["payment_status"] !== "paid" &&
    random.isTrue(0.4) &&
    computeBalance({ entry: entry.row, now: new Date(at) }).total > 0;
  if (isOnline)
    payEntry({ simulation, entry, at: Math.max(since, at - random.integer({ from: 30_000, to: 4 * minute })) });
  const checkOutChanges = { parking_status_id: 2 };
  if (isSettled({ entry: entry.row, now: new Date(at) }))
    updateEntry({ entry, changes: checkOutChanges, actor: random.pick(entry.site.staff), at });
  else payEntry({ simulation, entry, at, changes: checkOutChanges });
}
