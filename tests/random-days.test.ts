// Random days at three branches, several gates at once: whatever order the server took them in, one order of the model must
// explain every answer, and after each day the database and the model agree on states, slots, occupancy and money.
// DAYS and SEED choose how many days and which.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { makeHouse } from "#server/context.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { DayModel, emptyState, type Operation, type Outcome, type Site, type State } from "#tests/model/day-model.ts";
import { type Answer, type Caller, startApp, testConfig } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const days = Number(process.env["DAYS"] ?? 40);
const seed = Number(process.env["SEED"] ?? 20_261_121);
const roundsADay = 8;
const gatesAtOnce = 4;
const start = new Date("2026-11-21T02:30:00Z");

const { as, sql, clock } = await startApp();
const make = factories(sql, () => clock.now ?? start);
const house = makeHouse({ sql, config: testConfig, clock: () => clock.now! });

/** Numbers from 0 up to `below`, the same for the same seed. */
function chance(from: number) {
  let state = from >>> 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
type Chance = ReturnType<typeof chance>;
const pick = <T>(random: Chance, from: readonly T[]): T => from[random(from.length)]!;

interface Place {
  model: DayModel;
  state: State;
  branch: MadeBranch;
  staff: MadeUser;
  manager: MadeUser;
  vehicles: { plate: string; phone: string }[];
  /** The ids the server gave to the model's visits and standing records. */
  ids: Map<string, { visit?: number; main: number }>;
  /** Visits that were over, compared and then left out, and what was paid for them. */
  closed: Set<number>;
  closedMoney: number;
  /** The first day that failed: those after it would only fail with it. */
  failed?: number;
}

const sites: Site[] = [
  { slots: 3, isPrepay: false, isAsking: false, rate: 20, minimum: 30 },
  { slots: 2, isPrepay: true, isAsking: false, rate: 20, minimum: 0 },
  { slots: 3, isPrepay: true, isAsking: true, rate: 10, minimum: 0 },
];
const places: Place[] = [];
let tested = 0;

async function open(site: Site): Promise<Place> {
  const config = {
    payment_type: site.isPrepay ? "pre-pay" : "post-pay",
    security: site.isAsking ? "advanced_security" : "less_security",
  };
  const slots = site.slots === null ? {} : { slots: site.slots };
  const branch = await make.branch({ entity_type: "residential", config, ...slots });
  await make.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: `${site.rate}.00`,
    min_charge_of_minutes: `${site.minimum}.00`,
  });
  const vehicles = Array.from({ length: 6 }, (_, index) => ({ plate: make.plate(), phone: `900000000${index}` }));
  const staff = await make.user("staff", { branch });
  const manager = await make.user("manager", { branch });
  return {
    model: new DayModel(site),
    state: emptyState(),
    branch,
    staff,
    manager,
    vehicles,
    ids: new Map(),
    closed: new Set(),
    closedMoney: 0,
  };
}

let keys = 0;
function draw({ random, place, now }: { random: Chance; place: Place; now: number }): Operation {
  const key = `k${(keys += 1)}`;
  const vehicle = pick(random, place.vehicles).plate;
  const all = Object.values(place.state.visits);
  // Mostly what is still open; sometimes what is over, which must be refused.
  const recent = all.filter(({ status }) => status === 1 || status === 3).concat(all.slice(-2));
  const passes = Object.entries(place.state.mains).filter(([, { pass }]) => pass);
  const kind = pick(random, [
    "check-in",
    "check-in",
    "check-in",
    "pass",
    "renew",
    "invite",
    "cancel",
    "arrive",
    "arrive",
    "approve",
    "approve",
    "reject",
    "out",
    "out",
    "cash",
    "cash",
    "cash",
  ] as const);
  if (kind === "check-in") return { kind, key, vehicle };
  if (kind === "pass") return { kind, key, vehicle, hours: 1 + random(30) };
  if (kind === "invite") {
    const from = now + random(60);
    // Those made at once end apart, so that of two which hold the one that ends first is told.
    const end = (Math.floor(random(240) / gatesAtOnce) + 1) * gatesAtOnce + (keys % gatesAtOnce);
    return { kind, key, vehicle, start: from, end: now + 90 + end };
  }
  if (kind === "renew")
    return passes.length > 0
      ? { kind, main: pick(random, passes.slice(-4))[0], hours: 1 + random(9) }
      : { kind: "check-in", key, vehicle };
  if (recent.length === 0) return { kind: "check-in", key, vehicle };
  const visit = pick(random, recent).key;
  return kind === "cash" ? { kind, visit, isExtra: random(3) === 0, isLast: random(3) === 0 } : { kind, visit };
}

const timeOf = (minute: number): Date => new Date(start.getTime() + minute * 60_000);

/** Asks the server, through the address a gate would ask. */
async function ask({
  place,
  operation,
  gate,
  office,
}: {
  place: Place;
  operation: Operation;
  gate: Caller;
  office: Caller;
}): Promise<Answer> {
  const known = (key: string) => place.ids.get(key)!;
  const body = (plate: string) => {
    const vehicle = place.vehicles.find((one) => one.plate === plate)!;
    return { vehicle_no: plate, phone_no: vehicle.phone };
  };
  switch (operation.kind) {
    case "check-in":
      return gate.post("/actions/parking/check-in", body(operation.vehicle));
    case "pass":
      return gate.post("/actions/passes", {
        ...body(operation.vehicle),
        time_type: "hours",
        duration: operation.hours,
      });
    case "renew":
      return office.post(`/actions/passes/${known(operation.main).main}/renew`, {
        time_type: "hours",
        duration: operation.hours,
      });
    case "invite": {
      const window = { invite_start_date: timeOf(operation.start), invite_end_date: timeOf(operation.end) };
      return office.post("/actions/invites", { ...body(operation.vehicle), ...window });
    }
    case "cash": {
      const body = { is_extra: operation.isExtra, auto_checkout: operation.isLast };
      return gate.post(`/actions/parking/${known(operation.visit).visit}/take-cash`, body);
    }
    default: {
      const id = known(operation.visit).visit!;
      if (operation.kind === "approve" || operation.kind === "reject")
        return office.post(`/actions/approvals/${id}/${operation.kind}`);
      if (operation.kind === "cancel") return office.post(`/actions/invites/${id}/cancel`);
      return gate.post(`/actions/parking/${id}/${operation.kind === "arrive" ? "check-in" : "check-out"}`);
    }
  }
}

/** What was answered, in the model's words; a slot is only told of by what may give one. */
function outcomeOf({ operation, answer }: { operation: Operation; answer: Answer }): Outcome {
  if (answer.status !== 200) return answer.code ?? `status ${answer.status}: ${answer.text}`;
  const givesSlot = ["check-in", "arrive", "cash"].includes(operation.kind) && answer.data.parking_status_id !== 2;
  return givesSlot && answer.data.slot_no > 0 ? `ok ${answer.data.slot_prefix}${answer.data.slot_no}` : "ok";
}

function learn({ place, operation, answer }: { place: Place; operation: Operation; answer: Answer }): void {
  if (!("key" in operation) || answer.status !== 200) return;
  const { id, parking_main_info: main } = answer.data;
  place.ids.set(operation.key, main ? { visit: id, main: main.id } : { main: id });
}

interface Done {
  operation: Operation;
  outcome: Outcome;
}

/** The states after those orders of these operations in which each has the outcome that was seen. */
function explain({
  place,
  state,
  done,
  now,
}: {
  place: Place;
  state: State;
  done: readonly Done[];
  now: number;
}): State[] {
  if (done.length === 0) return [state];
  return done.flatMap(({ operation, outcome }, index) => {
    const next = structuredClone(state);
    if (place.model.apply({ state: next, operation, now }) !== outcome) return [];
    return explain({ place, state: next, done: done.filter((_, other) => other !== index), now });
  });
}

async function playRound({ place, random, now }: { place: Place; random: Chance; now: number }): Promise<void> {
  clock.now = timeOf(now);
  const [gate, office] = [await as(place.staff), await as(place.manager)];
  const operations = Array.from({ length: 1 + random(gatesAtOnce) }, () => draw({ random, place, now }));
  const answers = await Promise.all(operations.map((operation) => ask({ place, operation, gate, office })));
  const done = operations.map((operation, index) => ({
    operation,
    outcome: outcomeOf({ operation, answer: answers[index]! }),
  }));
  for (const [index, operation] of operations.entries()) learn({ place, operation, answer: answers[index]! });
  const states = explain({ place, state: place.state, done, now });
  const alone = done.map(({ operation }) => place.model.apply({ state: structuredClone(place.state), operation, now }));
  assert.ok(
    states.length > 0,
    `no order explains ${JSON.stringify(done, null, 1)}\nat ${now}; each alone would be ${alone.join(", ")}\nfrom ${JSON.stringify(place.state)}`,
  );
  // Several orders may explain the answers and differ in what they leave behind: one of them must be what is there.
  const stored = await storedVisits(place);
  const state = states.find((one) => isDeepStrictEqual(modelledVisits({ place, state: one }), stored));
  if (!state) assert.deepEqual(stored, modelledVisits({ place, state: states[0]! }), JSON.stringify(done));
  place.state = state ?? states[0]!;
  // The clock ends invites at every branch.
  for (const { model, state: there } of places) model.expire({ state: there, now });
  await expireInvites({ house, now: clock.now });
  tested += operations.length;
}

interface VisitRow {
  id: number;
  status: number;
  slot: number;
  paid: number;
  freeUntil: number | null;
  main: number;
  mainStatus: number;
  isWaiting: boolean;
  passEnd: number | null;
}

/** The visits of a branch as the database has them, but for those that were left out. */
async function storedVisits(place: Place): Promise<VisitRow[]> {
  const rows = await sql<VisitRow[]>`
    select p.id, p.parking_status_id as status, coalesce(p.slot_no, 0) as slot, coalesce(p.paid_amount, 0) as paid,
      (extract(epoch from p.free_until - ${start}) / 60)::int as "freeUntil", m.id as main, m.parking_status_id as "mainStatus",
      m.is_waiting_for_approve as "isWaiting", (extract(epoch from m.pass_end_time - ${start}) / 60)::int as "passEnd"
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    where p.branch = ${place.branch.id} and p.id <> all(${[...place.closed]}) order by p.id`;
  return rows.map((row) => ({ ...row }));
}

function modelledVisits({ place, state }: { place: Place; state: State }): VisitRow[] {
  const rows = Object.values(state.visits).map(({ key, status, slot, paid, freeUntil, main: mainKey }) => {
    const { visit: id, main } = place.ids.get(key)!;
    const { status: mainStatus, isWaiting, pass } = state.mains[mainKey]!;
    return { id: id!, status, slot, paid, freeUntil, main, mainStatus, isWaiting, passEnd: pass?.end ?? null };
  });
  return rows.toSorted((one, other) => one.id - other.id);
}

async function compare(place: Place): Promise<void> {
  const [rows, modelled] = [await storedVisits(place), modelledVisits({ place, state: place.state })];
  assert.deepEqual(rows, modelled);
  const inside = (status: number, from: readonly { status: number }[]) =>
    from.filter((one) => one.status === status).length;
  const [occupied] =
    await sql`select count(*) as cars from "Parking_Information" where branch = ${place.branch.id} and parking_status_id = 1`;
  assert.equal(occupied!["cars"], inside(1, modelled), "occupancy");
  const [money] =
    await sql`select coalesce(sum((changes -> 'paid_amount' ->> 1)::numeric - coalesce((changes -> 'paid_amount' ->> 0)::numeric, 0)), 0) as taken
    from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information where p.branch = ${place.branch.id} and h.changes ? 'paid_amount'`;
  assert.equal(
    Number(money!["taken"]),
    modelled.reduce((sum, { paid }) => sum + paid, place.closedMoney),
    "money in the history",
  );
}

/** Leaves out all but the last few of what is over, so that a thousand days take no longer each than the first. */
function forget({ place, now }: { place: Place; now: number }): void {
  const { visits, mains } = place.state;
  const over = Object.values(visits).filter(({ status }) => status === 2 || status === 4);
  for (const { key, paid } of over.slice(0, -3)) {
    place.closed.add(place.ids.get(key)!.visit!);
    place.closedMoney += paid;
    delete visits[key];
  }
  const used = new Set(Object.values(visits).map(({ main }) => main));
  const unused = Object.keys(mains).filter((key) => !used.has(key) && (mains[key]!.pass?.end ?? 0) <= now);
  for (const key of unused.slice(0, -3)) delete mains[key];
}

before(async () => {
  clock.now = start;
  for (const site of sites) places.push(await open(site));
});
after(() => console.log(`${days} days, ${tested} operations, seed ${seed}`));

for (let day = 0; day < days; day += 1) {
  test(`day ${day + 1} (SEED=${seed} DAYS=${day + 1})`, { timeout: 60_000 }, async () => {
    const random = chance(seed + day);
    const place = places[day % places.length]!;
    assert.equal(place.failed, undefined, "an earlier day at this branch failed");
    place.failed = day + 1;
    let now = day * 24 * 60;
    for (let round = 0; round < roundsADay; round += 1) {
      now += random(50);
      await playRound({ place, random, now });
    }
    await compare(place);
    forget({ place, now });
    delete place.failed;
  });
}
