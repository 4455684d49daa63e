// Valet tickets, past and present, through the states of docs/rules/valet-states.md.
import { Refusal, type Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import { minutesBetween, tariffRowFor } from "#domain/rules/charge.ts";
import { dateStamp } from "#domain/rules/dates.ts";
import { takePayment } from "#domain/rules/payment.ts";
import { receiptId, tokenId } from "#domain/rules/receipt-id.ts";
import { valetSequence } from "#domain/states/valet.ts";
import type { Tx } from "#server/db/pool.ts";
import { defaults } from "#server/items/prepare.ts";
import { codeHash } from "#server/services/secrets.ts";
import { toWire } from "#server/items/values.ts";
import { pastArrivals } from "#tools/demo/arrivals.ts";
import type { Place } from "#tools/demo/branches.ts";
import type { Chance } from "#tools/demo/chance.ts";
import { copyRows } from "#tools/demo/copy.ts";
import { freeSlot, type SlotBook } from "#tools/demo/slots.ts";
import { nextVisitor, type Visitor } from "#tools/demo/vehicles.ts";
import { columnsOf, goOnAfter, readReceipts, saveCounters } from "#tools/demo/world.ts";

const minute = 60_000;
const day = 86_400_000;
const daysOfTickets = 60;
const pastTickets = 1_500;
const tickets = collectionNamed("Valet_and_Parking_Information")!;
const histories = collectionNamed("Valet_and_Parking_History")!;
const base = defaults(tickets);
/** Where the tickets of this moment stand, at every branch. */
const presentStates = [1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 5];

interface Desk {
  chance: Chance;
  now: number;
  pools: { readonly [state: string]: readonly Visitor[] };
  types: ReadonlyMap<string, number>;
  secret: string | undefined;
  slots: SlotBook;
  /** By 'branch YYYYMMDD', and for tokens, which go on for ever, by 'branch 20000101'. */
  receipts: Map<string, number>;
  tokens: Map<string, number>;
  rows: Row[];
  history: Row[];
  codes: Set<string>;
}

/** Writes the tickets of the places that park for their customers. */
export async function loadTickets(options: {
  tx: Tx;
  places: readonly Place[];
  now: Date;
  chance: Chance;
  pools: Desk["pools"];
  types: Desk["types"];
  secret: string | undefined;
}): Promise<void> {
  const { tx, now, places, ...rest } = options;
  const desk: Desk = {
    ...rest,
    now: now.getTime(),
    slots: new Map(),
    receipts: await readReceipts({ tx, branches: places.map(({ id }) => id) }),
    tokens: new Map(),
    rows: [],
    history: [],
    codes: new Set(),
  };
  for (const { place, at, last } of comings({ places, now, chance: rest.chance })) handIn({ desk, place, at, last });
  await copyRows({ tx, collection: tickets, columns: columnsOf(tickets), rows: desk.rows });
  const columns = ["valet_and_parking_information", "status_id", "changes", "date_created", "user_created"];
  await copyRows({ tx, collection: histories, columns, rows: desk.history });
  await saveCounters({ tx, name: "receipt", counters: desk.receipts });
  await saveCounters({ tx, name: "token", counters: desk.tokens });
  await goOnAfter({ tx, collection: tickets });
}

interface Coming {
  place: Place;
  at: number;
  /** The state the ticket has reached by now. */
  last: number;
}

function comings({ places, now, chance }: { places: readonly Place[]; now: Date; chance: Chance }): Coming[] {
  const from = new Date(now.getTime() - daysOfTickets * day);
  const until = new Date(now.getTime() - 45 * minute);
  const equal = places.map((place) => ({ ...place, share: 1 }));
  const past = pastArrivals({ places: equal, count: pastTickets, from, until, chance });
  const present = places.flatMap((place) =>
    presentStates.map((last) => ({
      place,
      last,
      at: now.getTime() - Math.floor(chance.between({ from: last === 1 ? 1 : 25, to: last === 1 ? 6 : 200 }) * minute),
    })),
  );
  return [...past.map(({ place, at }) => ({ place, at, last: valetSequence.checkedOut })), ...present].toSorted(
    (one, other) => one.at - other.at,
  );
}

/** A key is handed in, and the ticket goes on as far as it has come by now. */
function handIn({ desk, place, at, last }: { desk: Desk } & Coming): void {
  const { chance, now } = desk;
  const isOver = last === valetSequence.checkedOut;
  const visitor = customerFor({ desk, place, at, isOver });
  const row = newTicket({ desk, place, at, visitor, isOver });
  const [taker, bringer] = [chance.pick(place.staff), chance.pick(place.staff)];
  Object.assign(row, { Assigned_Staff: taker.id, user_created: taker.id, status_id: valetSequence.received });
  const times = timesOf({ chance, at, now, isOver });
  visitor.busyUntil = isOver ? times[6]! : Number.POSITIVE_INFINITY;
  remember({ desk, row, who: taker, at, changes: {} });
  const slot = () =>
    freeSlot({
      book: desk.slots,
      branch: place.id,
      blocks: place.valetBlocks,
      at: times[2]!,
      until: visitor.busyUntil,
    });
  for (let status = valetSequence.parked as number; status <= last; status += 1) {
    const who = status === 2 ? taker : status === 3 ? null : bringer;
    move({ desk, row, status, who, at: times[status]!, slot });
  }
  if (isOver && chance.isOne(0.25)) row["valet_tip"] = chance.pick([20_00, 50_00, 100_00]);
  desk.rows.push(row);
}

function move(options: {
  desk: Desk;
  row: Row;
  status: number;
  who: Who | null;
  at: number;
  slot: () => { prefix: string; number: number };
}): void {
  const { desk, row, status, who, at, slot } = options;
  const changes: Row = { status_id: status };
  if (status === valetSequence.parked) {
    const { prefix, number } = slot();
    Object.assign(changes, { slot_prefix: prefix, slot_no: number });
  }
  if (status === valetSequence.pickupRequested) changes["pickup_requested_at"] = new Date(at);
  if (status === valetSequence.atTheGate) changes["at_gate_at"] = new Date(at);
  if (status === valetSequence.onTheWay)
    Object.assign(changes, { pickup_request_assigned: who!.id, started_time: new Date(at) });
  if (status === valetSequence.checkedOut) Object.assign(changes, handedOver({ desk, row, who: who!, at }));
  remember({ desk, row, who, at, changes });
  Object.assign(row, changes, { user_updated: who?.id ?? null, date_updated: new Date(at) });
}

function handedOver({ desk, row, who, at }: { desk: Desk; row: Row; who: Who; at: number }): Row {
  const now = new Date(at);
  const mode = desk.chance.isOne(0.45) ? "online" : "cash";
  const paid = takePayment({ entry: { ...row, out_time: now }, mode, who, now });
  if (paid instanceof Refusal) throw new Error(`The ticket ${String(row["token_no"])} cannot be paid: ${paid.code}`);
  const duration = minutesBetween({ from: row["in_time"] as Date, to: now });
  return { ...paid, out_time: now, duration, started_time: null, handover_mode: "otp" };
}

/** Moments of the states 1 to 6, in ms, by sequence. */
function timesOf({ chance, at, now, isOver }: { chance: Chance; at: number; now: number; isOver: boolean }): number[] {
  const most = now - at;
  const stay = isOver ? Math.min(chance.skewed({ median: 110, spread: 0.5 }) * minute, most * 0.9) : most * 0.7;
  const parked = Math.min(chance.between({ from: 3, to: 9 }) * minute, stay / 2);
  const steps = [0, 0, parked, stay, stay + most * 0.01, stay + most * 0.03, stay + most * 0.05];
  if (isOver)
    for (const [status, minutes] of [
      [4, 1],
      [5, 5],
      [6, 8],
    ] as const)
      steps[status] = Math.min(stay + minutes * minute, stay + (most - stay) * (minutes / 10));
  return steps.map((step) => Math.floor(at + step));
}

/** The code of an open ticket is the last four digits of its phone number, so that a demo can be played through. */
function customerFor({ desk, place, at, isOver }: { desk: Desk; place: Place; at: number; isOver: boolean }): Visitor {
  for (;;) {
    const visitor = nextVisitor({ chance: desk.chance, pool: desk.pools[place.state]!, at });
    const code = `${place.id} ${visitor.phone.slice(-4)}`;
    if (visitor.type === "Two wheeler" || (!isOver && desk.codes.has(code))) continue;
    if (!isOver) desk.codes.add(code);
    return visitor;
  }
}

function newTicket(options: { desk: Desk; place: Place; at: number; visitor: Visitor; isOver: boolean }): Row {
  const { desk, place, at, visitor, isOver } = options;
  const { branch, id, zone } = place;
  const now = new Date(at);
  const config = branch["valet_and_parking_config"] as Row;
  const vehicleType = desk.types.get(visitor.type)!;
  const charge = tariffRowFor({ rows: branch["time_charges"] as Row[], service: "is_valet_and_parking", vehicleType });
  const count = countUp(desk.receipts, `${id} ${dateStamp({ at: now, zone })}`);
  const code =
    isOver || desk.secret === undefined ? null : codeHash({ code: visitor.phone.slice(-4), key: desk.secret });
  return {
    ...base,
    id: desk.rows.length + 1,
    company: branch["company"],
    branch: id,
    Vehicle_Number: visitor.plate,
    Customer_Name: visitor.name,
    Customer_Phone_Number: visitor.phone,
    OTP_Value: code,
    vehicle_type: vehicleType,
    key_tag: `K${desk.chance.whole({ from: 1, to: 90 })}`,
    token_no: tokenId({ prefix: config["token_prefix"] as string, count: countUp(desk.tokens, `${id} 20000101`) }),
    receipt_no: receiptId({ isGovernment: false, isPerson: false, count, now, zone }),
    valet_charge: config["is_collect_valet_charge"] === true ? Math.round(Number(config["valet_charge"]) * 100) : 0,
    parking_time_type: charge?.["parking_time_type"] ?? null,
    time_value_for_minutes: charge?.["time_value_for_minutes"] ?? null,
    charge_amount_for_minutes: charge?.["charge_amount_for_minutes"] ?? 0,
    min_charge_of_minutes: charge?.["min_charge_of_minutes"] ?? 0,
    in_time: now,
    payment_type: config["payment_type"],
    additional_charge: 0,
    deduction_charge: 0,
    paid_amount: 0,
    extended_amount: 0,
    date_created: now,
  };
}

/** The number before this one: how many there were. */
function countUp(counters: Map<string, number>, key: string): number {
  const count = counters.get(key) ?? 0;
  counters.set(key, count + 1);
  return count;
}

function remember(options: { desk: Desk; row: Row; who: Who | null; at: number; changes: Row }): void {
  const { desk, row, who, at, changes } = options;
  const differences = Object.entries(changes).map(([name, value]) => {
    const field = tickets.fields[name]!;
    return [name, [toWire(field, row[name]), toWire(field, value)]];
  });
  desk.history.push({
    valet_and_parking_information: row["id"],
    status_id: changes["status_id"] ?? row["status_id"],
    changes: Object.fromEntries(differences),
    date_created: new Date(at),
    user_created: who?.id ?? null,
  });
}
