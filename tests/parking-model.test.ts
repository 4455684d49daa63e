// Random days at three branches with several concurrent gates: some order of the model must explain every response, and
// after each day the database and the model agree on states, slots, occupancy and money. DAYS and SEED select how many
// days and which.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { createServices } from "#server/context.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import {
  ParkingModel,
  createEmptyState,
  type ModelOperation,
  type ModelOutcome,
  type ModelSite,
  type ModelState,
} from "#tests/model/parking-model.ts";
import { type TestResponse, type TestClient, startApp, testConfig } from "#tests/support/app.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const days = Number(process.env["DAYS"] ?? 40);
const seed = Number(process.env["SEED"] ?? 20_261_121);
const roundsPerDay = 8;
const concurrentGates = 4;
const start = new Date("2026-11-21T02:30:00Z");

const { asUser, sql, clock } = await startApp();
const factories = createFactories(sql, () => clock.now ?? start);
const appServices = createServices({ sql, config: testConfig, clock: () => clock.now! });

/** Integers from 0 to below `below`, repeatable by seed. */
function createRandom(from: number) {
  let state = from >>> 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
type RandomSource = ReturnType<typeof createRandom>;
const pickOne = <T>(random: RandomSource, from: readonly T[]): T => from[random(from.length)]!;

interface ModelledBranch {
  model: ParkingModel;
  state: ModelState;
  branch: CreatedBranch;
  staff: CreatedUser;
  manager: CreatedUser;
  vehicles: { plate: string; phone: string }[];
  /** The server's ids of the model's entries and visitor records. */
  ids: Map<string, { entry?: number; visitorRecord: number }>;
  /** Closed entries that were compared and removed, and what was paid for them. */
  closed: Set<number>;
  closedMoney: number;
  /** The first day that failed: later ones would fail as a consequence. */
  failed?: number;
}

const sites: ModelSite[] = [
  { slots: 3, isPrepay: false, requiresApproval: false, rate: 20, minimum: 30 },
  { slots: 2, isPrepay: true, requiresApproval: false, rate: 20, minimum: 0 },
  { slots: 3, isPrepay: true, requiresApproval: true, rate: 10, minimum: 0 },
];
const modelledBranches: ModelledBranch[] = [];
let tested = 0;

async function openBranch(site: ModelSite): Promise<ModelledBranch> {
  const config = {
    keeps_pass_slots: true,
    payment_type: site.isPrepay ? "pre-pay" : "post-pay",
    security: site.requiresApproval ? "advanced_security" : "less_security",
  };
  const slots = site.slots === null ? {} : { slots: site.slots };
  const branch = await factories.branch({ entity_type: "residential", config, ...slots });
  await factories.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: `${site.rate}.00`,
    min_charge_of_minutes: `${site.minimum}.00`,
  });
  const vehicles = Array.from({ length: 6 }, (_, index) => ({ plate: factories.plate(), phone: `900000000${index}` }));
  const staff = await factories.user("staff", { branch });
  const manager = await factories.user("manager", { branch });
  return {
    model: new ParkingModel(site),
    state: createEmptyState(),
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
function drawOperation({
  random,
  modelled,
  now,
}: {
  random: RandomSource;
  modelled: ModelledBranch;
  now: number;
}): ModelOperation {
  const key = `k${(keys += 1)}`;
  const vehicle = pickOne(random, modelled.vehicles).plate;
  const all = Object.values(modelled.state.entries);
  // Mostly open entries; sometimes closed ones, which must be rejected.
  const recent = all.filter(({ status }) => status === 1 || status === 3).concat(all.slice(-2));
  const passes = Object.entries(modelled.state.visitorRecords).filter(([, { pass }]) => pass);
  const kind = pickOne(random, [
    "check-in",
    "check-in",
    "check-in",
    "pass",
    "renew",
    "keep",
    "keep",
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
    // Invites created at once end at different times, so that the one that ends first is unique.
    const end = (Math.floor(random(240) / concurrentGates) + 1) * concurrentGates + (keys % concurrentGates);
    return { kind, key, vehicle, start: from, end: now + 90 + end };
  }
  if (kind === "renew")
    return passes.length > 0
      ? { kind, visitorRecord: pickOne(random, passes.slice(-4))[0], hours: 1 + random(9) }
      : { kind: "check-in", key, vehicle };
  if (kind === "keep" && passes.length > 0) {
    const slot = random((modelled.model.site.slots ?? 0) + 2);
    return { kind, visitorRecord: pickOne(random, passes.slice(-4))[0], slot: slot === 0 ? null : slot };
  }
  if (kind === "keep") return { kind: "check-in", key, vehicle };
  if (recent.length === 0) return { kind: "check-in", key, vehicle };
  const entry = pickOne(random, recent).key;
  return kind === "cash" ? { kind, entry, isExtra: random(3) === 0, isLast: random(3) === 0 } : { kind, entry };
}

const toDate = (minute: number): Date => new Date(start.getTime() + minute * 60_000);

/** Sends the operation to the route that a gate would use. */
async function runOperation({
  modelled,
  operation,
  gate,
  office,
}: {
  modelled: ModelledBranch;
  operation: ModelOperation;
  gate: TestClient;
  office: TestClient;
}): Promise<TestResponse> {
  const getIds = (key: string) => modelled.ids.get(key)!;
  const body = (plate: string) => {
    const vehicle = modelled.vehicles.find((one) => one.plate === plate)!;
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
      return office.post(`/actions/passes/${getIds(operation.visitorRecord).visitorRecord}/renew`, {
        time_type: "hours",
        duration: operation.hours,
      });
    case "keep": {
      const { visitorRecord } = getIds(operation.visitorRecord);
      const slot = operation.slot === null ? {} : { slot_prefix: "A", slot_no: operation.slot };
      return gate.post(`/actions/passes/${visitorRecord}/keep-slot`, slot);
    }
    case "invite": {
      const window = { invite_start_date: toDate(operation.start), invite_end_date: toDate(operation.end) };
      return office.post("/actions/invites", { ...body(operation.vehicle), ...window });
    }
    case "cash": {
      const body = { is_extra: operation.isExtra, auto_checkout: operation.isLast };
      return gate.post(`/actions/parking/${getIds(operation.entry).entry}/take-cash`, body);
    }
    default: {
      const id = getIds(operation.entry).entry!;
      if (operation.kind === "approve") return office.post(`/actions/approvals/${id}/approve`);
      if (operation.kind === "reject")
        return office.post(`/actions/approvals/${id}/reject`, { reason: "Not expected" });
      if (operation.kind === "cancel") return office.post(`/actions/invites/${id}/cancel`);
      const qr = testTokens.issue({ kind: tokenKinds.qr, payload: { kind: "P", id } });
      return operation.kind === "arrive"
        ? gate.post(`/actions/parking/${id}/check-in`, { qr })
        : gate.post(`/actions/parking/${id}/check-out`);
    }
  }
}

/** The response in the model's terms; the slot is reported only by operations that allocate one. */
function toOutcome({ operation, response }: { operation: ModelOperation; response: TestResponse }): ModelOutcome {
  if (response.status !== 200) return response.code ?? `status ${response.status}: ${response.text}`;
  const allocatesSlot =
    ["check-in", "arrive", "cash"].includes(operation.kind) && response.data.parking_status_id !== 2;
  return allocatesSlot && response.data.slot_no > 0 ? `ok ${response.data.slot_prefix}${response.data.slot_no}` : "ok";
}

function recordKeys({
  modelled,
  operation,
  response,
}: {
  modelled: ModelledBranch;
  operation: ModelOperation;
  response: TestResponse;
}): void {
  if (!("key" in operation) || response.status !== 200) return;
  const { id, parking_main_info: visitorRecord } = response.data;
  modelled.ids.set(
    operation.key,
    visitorRecord ? { entry: id, visitorRecord: visitorRecord.id } : { visitorRecord: id },
  );
}

interface PerformedOperation {
  operation: ModelOperation;
  outcome: ModelOutcome;
}

/** The states after those orders of these operations in which each has the observed outcome. */
function findExplanation({
  modelled,
  state,
  done,
  now,
}: {
  modelled: ModelledBranch;
  state: ModelState;
  done: readonly PerformedOperation[];
  now: number;
}): ModelState[] {
  if (done.length === 0) return [state];
  return done.flatMap(({ operation, outcome }, index) => {
    const next = structuredClone(state);
    if (modelled.model.apply({ state: next, operation, now }) !== outcome) return [];
    return findExplanation({ modelled, state: next, done: done.filter((_, other) => other !== index), now });
  });
}

async function runRound({
  modelled,
  random,
  now,
}: {
  modelled: ModelledBranch;
  random: RandomSource;
  now: number;
}): Promise<void> {
  clock.now = toDate(now);
  const [gate, office] = [await asUser(modelled.staff), await asUser(modelled.manager)];
  const operations = Array.from({ length: 1 + random(concurrentGates) }, () =>
    drawOperation({ random, modelled, now }),
  );
  const responses = await Promise.all(
    operations.map((operation) => runOperation({ modelled, operation, gate, office })),
  );
  const done = operations.map((operation, index) => ({
    operation,
    outcome: toOutcome({ operation, response: responses[index]! }),
  }));
  for (const [index, operation] of operations.entries())
    recordKeys({ modelled, operation, response: responses[index]! });
  const states = findExplanation({ modelled, state: modelled.state, done, now });
  const alone = done.map(({ operation }) =>
    modelled.model.apply({ state: structuredClone(modelled.state), operation, now }),
  );
  assert.ok(
    states.length > 0,
    `no order explains ${JSON.stringify(done, null, 1)}\nat ${now}; each alone would be ${alone.join(", ")}\nfrom ${JSON.stringify(modelled.state)}`,
  );
  // Several orders may explain the responses and leave different states: one of them must match the database.
  const stored = await readStoredEntries(modelled);
  const state = states.find((one) => isDeepStrictEqual(listModelEntries({ modelled, state: one }), stored));
  if (!state) assert.deepEqual(stored, listModelEntries({ modelled, state: states[0]! }), JSON.stringify(done));
  modelled.state = state ?? states[0]!;
  // The clock ends invites at every branch.
  for (const { model, state: branchState } of modelledBranches) model.expire({ state: branchState, now });
  await expireInvites({ services: appServices, now: clock.now });
  tested += operations.length;
}

interface EntryRow {
  id: number;
  status: number;
  slot: number;
  paid: number;
  freeUntil: number | null;
  visitorRecord: number;
  visitorRecordStatus: number;
  isWaiting: boolean;
  passEnd: number | null;
  keptSlot: number | null;
}

/** The entries of a branch in the database, except those removed from the model. */
async function readStoredEntries(modelled: ModelledBranch): Promise<EntryRow[]> {
  const rows = await sql<EntryRow[]>`
    select p.id, p.parking_status_id as status, coalesce(p.slot_no, 0) as slot, coalesce(p.paid_amount, 0) as paid,
      (extract(epoch from p.free_until - ${start}) / 60)::int as "freeUntil", m.id as "visitorRecord", m.parking_status_id as "visitorRecordStatus",
      m.is_waiting_for_approve as "isWaiting", (extract(epoch from m.pass_end_time - ${start}) / 60)::int as "passEnd",
      m.slot_no as "keptSlot"
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    where p.branch = ${modelled.branch.id} and p.id <> all(${[...modelled.closed]}) order by p.id`;
  return rows.map((row) => ({ ...row }));
}

function listModelEntries({ modelled, state }: { modelled: ModelledBranch; state: ModelState }): EntryRow[] {
  const rows = Object.values(state.entries).map(
    ({ key, status, slot, paid, freeUntil, visitorRecord: visitorRecordKey }) => {
      const { entry: id, visitorRecord } = modelled.ids.get(key)!;
      const {
        status: visitorRecordStatus,
        isAwaitingApproval: isWaiting,
        pass,
        keptSlot,
      } = state.visitorRecords[visitorRecordKey]!;
      return {
        id: id!,
        status,
        slot,
        paid,
        freeUntil,
        visitorRecord,
        visitorRecordStatus,
        isWaiting,
        passEnd: pass?.end ?? null,
        keptSlot,
      };
    },
  );
  return rows.toSorted((one, other) => one.id - other.id);
}

async function compareWithModel(modelled: ModelledBranch): Promise<void> {
  const [rows, expected] = [await readStoredEntries(modelled), listModelEntries({ modelled, state: modelled.state })];
  assert.deepEqual(rows, expected);
  const inside = (status: number, from: readonly { status: number }[]) =>
    from.filter((one) => one.status === status).length;
  const [occupied] =
    await sql`select count(*) as cars from "Parking_Information" where branch = ${modelled.branch.id} and parking_status_id = 1`;
  assert.equal(occupied!["cars"], inside(1, expected), "occupancy");
  const [money] =
    await sql`select coalesce(sum((changes -> 'paid_amount' ->> 1)::numeric - coalesce((changes -> 'paid_amount' ->> 0)::numeric, 0)), 0) as taken
    from "Parking_History" h join "Parking_Information" p on p.id = h.parking_information where p.branch = ${modelled.branch.id} and h.changes ? 'paid_amount'`;
  assert.equal(
    Number(money!["taken"]),
    expected.reduce((sum, { paid }) => sum + paid, modelled.closedMoney),
    "money in the history",
  );
}

/** Removes all but the last few closed entries, so that later days take no longer than the first. */
function removeFinished({ modelled, now }: { modelled: ModelledBranch; now: number }): void {
  const { entries, visitorRecords } = modelled.state;
  const over = Object.values(entries).filter(({ status }) => status === 2 || status === 4);
  for (const { key, paid } of over.slice(0, -3)) {
    modelled.closed.add(modelled.ids.get(key)!.entry!);
    modelled.closedMoney += paid;
    delete entries[key];
  }
  const usedRecords = new Set(Object.values(entries).map(({ visitorRecord }) => visitorRecord));
  const unused = Object.keys(visitorRecords).filter(
    (key) => !usedRecords.has(key) && (visitorRecords[key]!.pass?.end ?? 0) <= now,
  );
  for (const key of unused.slice(0, -3)) delete visitorRecords[key];
}

before(async () => {
  clock.now = start;
  for (const site of sites) modelledBranches.push(await openBranch(site));
});
after(() => console.log(`${days} days, ${tested} operations, seed ${seed}`));

for (let day = 0; day < days; day += 1) {
  test(`day ${day + 1} (SEED=${seed} DAYS=${day + 1})`, { timeout: 60_000 }, async () => {
    const random = createRandom(seed + day);
    const modelled = modelledBranches[day % modelledBranches.length]!;
    assert.equal(modelled.failed, undefined, "an earlier day at this branch failed");
    modelled.failed = day + 1;
    let now = day * 24 * 60;
    for (let round = 0; round < roundsPerDay; round += 1) {
      now += random(50);
      await runRound({ modelled, random, now });
    }
    await compareWithModel(modelled);
    removeFinished({ modelled, now });
    delete modelled.failed;
  });
}
