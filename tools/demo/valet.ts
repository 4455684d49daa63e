// Valet tickets of the demo, past and present, through the states of docs/rules/valet-states.md.
import { getRelationId } from "#domain/schema/relation-id.ts";
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import { copyTariff, freeTariff } from "#domain/tariffs/copy-tariff.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import { formatDateStamp } from "#domain/dates.ts";
import { applyPayment } from "#domain/payments/payment.ts";
import { formatReceiptId, formatTokenId } from "#domain/payments/receipt-id.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { Tx } from "#server/db/pool.ts";
import { getDefaults } from "#server/items/write/prepare.ts";
import { hashCode } from "#server/auth/secrets.ts";
import { toWire } from "#server/items/field-values.ts";
import { createPastArrivals } from "#tools/demo/arrivals.ts";
import type { DemoSite } from "#tools/demo/branches.ts";
import type { DemoPayment } from "#tools/demo/ledger.ts";
import type { Random } from "#tools/demo/random.ts";
import { copyRows } from "#tools/demo/copy-rows.ts";
import { allocateFreeSlot, type SlotOccupancy } from "#tools/demo/slot-occupancy.ts";
import { pickVisitor, type DemoVisitor } from "#tools/demo/vehicles.ts";
import { getColumns, restartSequence, readReceiptCounters, saveCounters } from "#tools/demo/simulation.ts";

const minute = 60_000;
const day = 86_400_000;
const daysOfTickets = 60;
const pastTicketCount = 1_500;
const ticketCollection = findCollection("Valet_and_Parking_Information")!;
const historyCollection = findCollection("Valet_and_Parking_History")!;
const defaultTicket = getDefaults(ticketCollection);
/** Current states of the open tickets of every branch. */
const presentStatuses = [1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 5];

interface TicketSimulation {
  random: Random;
  now: number;
  visitorPools: { readonly [state: string]: readonly DemoVisitor[] };
  types: ReadonlyMap<string, number>;
  secret: string | undefined;
  slots: SlotOccupancy;
  /** By 'branch YYYYMMDD'; for tokens, which never restart, by 'branch 20000101'. */
  receipts: Map<string, number>;
  tokens: Map<string, number>;
  rows: Row[];
  history: Row[];
  payments: DemoPayment[];
  codes: Set<string>;
  /** Key tags in use, by 'branch tag'. */
  tags: Set<string>;
}

/** Writes the tickets of the sites with valet service; returns what was received for them. */
export async function loadTickets(options: {
  tx: Tx;
  sites: readonly DemoSite[];
  now: Date;
  random: Random;
  visitorPools: TicketSimulation["visitorPools"];
  types: TicketSimulation["types"];
  secret: string | undefined;
}): Promise<readonly DemoPayment[]> {
  const { tx, now, sites, ...context } = options;
  const simulation: TicketSimulation = {
    ...context,
    now: now.getTime(),
    slots: new Map(),
    receipts: await readReceiptCounters({ tx, branches: sites.map(({ id }) => id) }),
    tokens: new Map(),
    rows: [],
    history: [],
    payments: [],
    codes: new Set(),
    tags: new Set(),
  };
  for (const { site, at, lastStatus } of createTicketArrivals({ sites, now, random: context.random }))
    simulateTicket({ simulation, site, at, lastStatus });
  await copyRows({ tx, collection: ticketCollection, columns: getColumns(ticketCollection), rows: simulation.rows });
  const columns = ["valet_and_parking_information", "status_id", "changes", "date_created", "user_created"];
  await copyRows({ tx, collection: historyCollection, columns, rows: simulation.history });
  await saveCounters({ tx, name: "receipt", counters: simulation.receipts });
  await saveCounters({ tx, name: "token", counters: simulation.tokens });
  await restartSequence({ tx, collection: ticketCollection });
  return simulation.payments;
}

interface TicketArrival {
  site: DemoSite;
  at: number;
  /** Current state of the ticket. */
  lastStatus: number;
}

function createTicketArrivals({
  sites,
  now,
  random,
}: {
  sites: readonly DemoSite[];
  now: Date;
  random: Random;
}): TicketArrival[] {
  const from = new Date(now.getTime() - daysOfTickets * day);
  const until = new Date(now.getTime() - 45 * minute);
  const equalSites = sites.map((site) => ({ ...site, entryShare: 1 }));
  const past = createPastArrivals({ sites: equalSites, count: pastTicketCount, from, until, random });
  const present = sites.flatMap((site) =>
    presentStatuses.map((lastStatus) => ({
      site,
      lastStatus,
      at:
        now.getTime() -
        Math.floor(random.between({ from: lastStatus === 1 ? 1 : 25, to: lastStatus === 1 ? 6 : 200 }) * minute),
    })),
  );
  return [...past.map(({ site, at }) => ({ site, at, lastStatus: valetSequence.checkedOut })), ...present].toSorted(
    (first, second) => first.at - second.at,
  );
}

/** Simulates a ticket up to its current state. */
function simulateTicket({ simulation, site, at, lastStatus }: { simulation: TicketSimulation } & TicketArrival): void {
  const { random, now } = simulation;
  const isCheckedOut = lastStatus === valetSequence.checkedOut;
  const visitor = pickCustomer({ simulation, site, at, isCheckedOut });
  const row = createTicket({ simulation, site, at, visitor, isCheckedOut });
  const [receiver, deliverer] = [random.pick(site.staff), random.pick(site.staff)];
  Object.assign(row, { Assigned_Staff: receiver.id, user_created: receiver.id, status_id: valetSequence.received });
  const times = createStatusTimes({ random, at, now, isCheckedOut });
  visitor.busyUntil = isCheckedOut ? times[6]! : Number.POSITIVE_INFINITY;
  recordHistory({ simulation, row, actor: receiver, at, changes: {} });
  const allocateSlot = () =>
    allocateFreeSlot({
      occupancy: simulation.slots,
      branch: site.id,
      blocks: site.valetBlocks,
      vehicleType: getRelationId(row["vehicle_type"]),
      at: times[2]!,
      until: visitor.busyUntil,
    });
  for (let status = valetSequence.parked as number; status <= lastStatus; status += 1) {
    const actor = status === 2 ? receiver : status === 3 ? null : deliverer;
    moveTicket({ simulation, site, row, status, actor, at: times[status]!, allocateSlot });
  }
  if (isCheckedOut && random.isTrue(0.25))
    Object.assign(row, { valet_tip: random.pick([20_00, 50_00, 100_00]), tip_collected_at: row["out_time"] });
  simulation.rows.push(row);
}

function moveTicket(options: {
  simulation: TicketSimulation;
  site: DemoSite;
  row: Row;
  status: number;
  actor: Actor | null;
  at: number;
  allocateSlot: () => { prefix: string; number: number };
}): void {
  const { simulation, site, row, status, actor, at, allocateSlot } = options;
  const changes: Row = { status_id: status };
  if (status === valetSequence.parked) {
    const { prefix, number } = allocateSlot();
    Object.assign(changes, { slot_prefix: prefix, slot_no: number });
  }
  if (status === valetSequence.pickupRequested) changes["pickup_requested_at"] = new Date(at);
  if (status === valetSequence.atTheGate) changes["at_gate_at"] = new Date(at);
  if (status === valetSequence.onTheWay)
    Object.assign(changes, { pickup_request_assigned: actor!.id, started_time: new Date(at) });
  if (status === valetSequence.checkedOut)
    Object.assign(changes, toHandoverFields({ simulation, site, row, actor: actor!, at }));
  recordHistory({ simulation, row, actor, at, changes });
  Object.assign(row, changes, { user_updated: actor?.id ?? null, date_updated: new Date(at) });
}

function toHandoverFields({
  simulation,
  site,
  row,
  actor,
  at,
}: {
  simulation: TicketSimulation;
  site: DemoSite;
  row: Row;
  actor: Actor;
  at: number;
}): Row {
  const now = new Date(at);
  const channel = simulation.random.isTrue(0.45) ? "online" : "cash";
  const paid = applyPayment({ entry: { ...row, out_time: now }, channel, actor, now });
  if (paid instanceof RuleViolation)
    throw new Error(`The ticket ${String(row["token_no"])} cannot be paid: ${paid.code}`);
  simulation.payments.push({
    site,
    paid: { valet_and_parking_information: Number(row["id"]) },
    mode: channel,
    amount: (paid.paid_amount ?? 0) - Number(row["paid_amount"]),
    receivedAt: now,
    collector: channel === "cash" ? actor : null,
  });
  const duration = countStartedMinutes({ from: row["in_time"] as Date, to: now });
  return { ...paid, out_time: now, duration, started_time: null, handover_mode: "otp" };
}

/** Returns the times of the states 1 to 6 in ms, by sequence. */
function createStatusTimes({
  random,
  at,
  now,
  isCheckedOut,
}: {
  random: Random;
  at: number;
  now: number;
  isCheckedOut: boolean;
}): number[] {
  const maxMs = now - at;
  const stayMs = isCheckedOut
    ? Math.min(random.skewed({ median: 110, spread: 0.5 }) * minute, maxMs * 0.9)
    : maxMs * 0.7;
  const parkedMs = Math.min(random.between({ from: 3, to: 9 }) * minute, stayMs / 2);
  const steps = [0, 0, parkedMs, stayMs, stayMs + maxMs * 0.01, stayMs + maxMs * 0.03, stayMs + maxMs * 0.05];
  if (isCheckedOut)
    for (const [status, minutes] of [
      [4, 1],
      [5, 5],
      [6, 8],
    ] as const)
      steps[status] = Math.min(stayMs + minutes * minute, stayMs + (maxMs - stayMs) * (minutes / 10));
  return steps.map((step) => Math.floor(at + step));
}

/**
 * Picks a customer. The handover code of an open ticket is the last four digits of the phone number, so that the demo
 * can be played through.
 */
function pickCustomer({
  simulation,
  site,
  at,
  isCheckedOut,
}: {
  simulation: TicketSimulation;
  site: DemoSite;
  at: number;
  isCheckedOut: boolean;
}): DemoVisitor {
  for (;;) {
    const visitor = pickVisitor({ random: simulation.random, pool: simulation.visitorPools[site.state]!, at });
    const code = `${site.id} ${visitor.phone.slice(-4)}`;
    if (visitor.type === "Two wheeler" || (!isCheckedOut && simulation.codes.has(code))) continue;
    if (!isCheckedOut) simulation.codes.add(code);
    return visitor;
  }
}

function createTicket(options: {
  simulation: TicketSimulation;
  site: DemoSite;
  at: number;
  visitor: DemoVisitor;
  isCheckedOut: boolean;
}): Row {
  const { simulation, site, at, visitor, isCheckedOut } = options;
  const { branch, id, zone } = site;
  const now = new Date(at);
  const config = branch["valet_and_parking_config"] as Row;
  const vehicleType = simulation.types.get(visitor.type)!;
  const tariff = copyTariff({ version: site.tariffs.is_valet_and_parking, vehicleType, zone, now });
  const count = nextCount(simulation.receipts, `${id} ${formatDateStamp({ at: now, zone })}`);
  const code =
    isCheckedOut || simulation.secret === undefined
      ? null
      : hashCode({ code: visitor.phone.slice(-4), key: simulation.secret });
  return {
    ...defaultTicket,
    id: simulation.rows.length + 1,
    company: branch["company"],
    branch: id,
    Vehicle_Number: visitor.vehicleNumber,
    Customer_Name: visitor.name,
    Customer_Phone_Number: visitor.phone,
    OTP_Value: code,
    vehicle_type: vehicleType,
    ...pickKeyTag({ simulation, branch: id, isCheckedOut }),
    token_no: formatTokenId({
      prefix: config["token_prefix"] as string,
      count: nextCount(simulation.tokens, `${id} 20000101`),
    }),
    receipt_no: formatReceiptId({ isGovernment: false, isPerson: false, count, now, zone }),
    valet_charge: config["is_collect_valet_charge"] === true ? Math.round(Number(config["valet_charge"]) * 100) : 0,
    ...(tariff instanceof RuleViolation ? freeTariff : tariff),
    in_time: now,
    payment_type: config["payment_type"],
    additional_charge: 0,
    deduction_charge: 0,
    paid_amount: 0,
    extended_amount: 0,
    date_created: now,
  };
}

/** The tag of an open ticket is in use, and no other one's. */
function pickKeyTag({
  simulation: { random, tags },
  branch,
  isCheckedOut,
}: {
  simulation: TicketSimulation;
  branch: number;
  isCheckedOut: boolean;
}): Row {
  for (;;) {
    const tag = `K${random.integer({ from: 1, to: 90 })}`;
    if (isCheckedOut) return { key_tag: tag, key_tag_in_use: null };
    if (tags.has(`${branch} ${tag}`)) continue;
    tags.add(`${branch} ${tag}`);
    return { key_tag: tag, key_tag_in_use: tag };
  }
}

/** Returns the previous count and increments it. */
function nextCount(counters: Map<string, number>, key: string): number {
  const count = counters.get(key) ?? 0;
  counters.set(key, count + 1);
  return count;
}

function recordHistory(options: {
  simulation: TicketSimulation;
  row: Row;
  actor: Actor | null;
  at: number;
  changes: Row;
}): void {
  const { simulation, row, actor, at, changes } = options;
  const differences = Object.entries(changes).map(([name, value]) => {
    const field = ticketCollection.fields[name]!;
    return [name, [toWire(field, row[name]), toWire(field, value)]];
  });
  simulation.history.push({
    valet_and_parking_information: row["id"],
    status_id: changes["status_id"] ?? row["status_id"],
    changes: Object.fromEntries(differences),
    date_created: new Date(at),
    user_created: actor?.id ?? null,
  });
}
