// §4: the slot that is kept for a pass: no other vehicle and no other pass gets it while the pass is valid.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;
let manager: TestClient;

async function openBranch(slots = 3, config: { [name: string]: unknown } = {}): Promise<void> {
  branch = await make.branch({ slots, allow_person_entries: true, config: { keeps_pass_slots: true, ...config } });
  gate = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
}
beforeEach(() => openBranch());

const vehicle = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });
const issue = (slot_no: number | undefined, body: object = {}) =>
  gate.post("/actions/passes", {
    ...vehicle(),
    time_type: "days",
    duration: 7,
    ...(slot_no ? { slot_prefix: "A", slot_no } : {}),
    ...body,
  });
const keep = (pass: number, slot_no?: number) =>
  gate.post(`/actions/passes/${pass}/keep-slot`, slot_no ? { slot_prefix: "A", slot_no } : {});
const checkIn = (body: object = {}) => gate.post("/actions/parking/check-in", { ...vehicle(), ...body });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("other vehicles get the slots that are not kept, and the holder's vehicle gets its own", async () => {
  const { data: pass, text } = await issue(2);
  assert.deepEqual([pass?.slot_prefix, pass?.slot_no], ["A", 2], text);
  assert.equal((await checkIn()).data.slot_no, 1);
  assert.equal((await checkIn()).data.slot_no, 3);
  assert.equal((await checkIn()).code, "SLOT_FULL");
  const requested = await checkIn({ slot_prefix: "A", slot_no: 2 });
  assert.deepEqual([requested.code, /kept for a pass/.test(requested.text)], ["SLOT_EXIST", true]);
  const { data: entry } = await checkIn({ vehicle_no: pass.vehicle_no });
  assert.deepEqual([entry.slot_no, entry.parking_main_info.id], [2, pass.id]);
});

test("the holder's vehicle gets its slot also where staff choose slots, and another one while its own is occupied", async () => {
  await openBranch(3, { slot_type: "specific_slot" });
  const { data: pass } = await issue(2);
  assert.equal((await checkIn({ vehicle_no: pass.vehicle_no })).data.slot_no, 2);
  assert.equal((await checkIn()).code, "SLOT_REQUIRED");
  await openBranch(3);
  const later = await issue(1, { pass_start_time: inDays(1) });
  assert.equal((await checkIn()).data.slot_no, 1);
  await sql`update "Parking_Main_Information" set pass_start_time = now() - interval '1 minute' where id = ${later.data.id}`;
  assert.equal((await checkIn({ vehicle_no: later.data.vehicle_no })).data.slot_no, 2);
});

test("a slot is promised to one pass, and free again once that is over", async () => {
  const first = (await issue(2)).data;
  assert.equal((await issue(2)).code, "SLOT_EXIST");
  assert.equal((await issue(2, { pass_start_time: inDays(3) })).code, "SLOT_EXIST");
  assert.equal((await issue(4)).code, "SLOT_EXIST");
  const second = (await issue(undefined)).data;
  assert.equal((await keep(second.id, 2)).code, "SLOT_EXIST");
  assert.equal((await keep(second.id, 3)).data.slot_no, 3);
  assert.equal((await keep(second.id)).data.slot_no, null);
  // Ended early.
  assert.equal((await manager.post(`/actions/passes/${first.id}/end`, { reason: "Moved away" })).status, 200);
  assert.equal((await checkIn()).data.slot_no, 1);
  assert.equal((await checkIn()).data.slot_no, 2);
  // Over by itself.
  assert.equal((await keep(second.id, 3)).status, 200);
  await sql`update "Parking_Main_Information" set pass_start_time = now() - interval '9 days', pass_end_time = now() - interval '1 minute' where id = ${second.id}`;
  assert.equal((await keep(second.id, 1)).code, "INVITE_NOT_VALID_NOW");
  const third = await issue(3);
  assert.equal(third.data.slot_no, 3, third.text);
  assert.equal((await gate.get(`/actions/passes/${second.id}`)).data.slot_no, null);
});

test("a slot with a vehicle is kept for a pass that begins later, and for the pass of that vehicle", async () => {
  const { data: entry } = await checkIn();
  const refused = await issue(1);
  assert.deepEqual([refused.code, /once it is free/.test(refused.text)], ["SLOT_EXIST", true]);
  assert.equal((await issue(1, { pass_start_time: inDays(1) })).status, 200);
  assert.equal(entry.slot_no, 1);
  const holder = (await issue(undefined)).data;
  assert.equal((await checkIn({ vehicle_no: holder.vehicle_no })).data.slot_no, 2);
  assert.equal((await keep(holder.id, 2)).data.slot_no, 2);
});

test("an unpaid pass keeps its slot from other passes only", async () => {
  const tariff = { plans: [], passes: [{ vehicle_type: null, per: "day", amount: 3_000 }] };
  const plan = {
    name: "Standard",
    rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 100 }] }],
  };
  const version = { branch: branch.id, service: "is_parking", tariff: { ...tariff, plans: [plan] } };
  assert.equal((await manager.post("/items/Tariff_Versions", version)).status, 200);
  const { data: pass } = await issue(1);
  assert.equal(pass.is_unpaid, true);
  assert.equal((await issue(1)).code, "SLOT_EXIST");
  const { data: other } = await checkIn();
  assert.equal(other.slot_no, 1);
  assert.equal((await gate.post(`/actions/passes/${pass.id}/take-payment`, { channel: "cash" })).status, 200);
  assert.equal((await checkIn({ vehicle_no: pass.vehicle_no })).data.slot_no, 2);
});

test("slots are kept where the branch keeps them, for vehicles, in blocks for their type", async () => {
  const { data: pass } = await issue(1);
  const person = await issue(2, { is_person: true, name: "Asha Rao", vehicle_no: undefined });
  assert.equal(person.code, "FAILED_VALIDATION");
  const { id: type } = await make.row("Vehicle_Type", { name: `Two-wheeler ${make.plate()}` });
  await sql`update "Slot_Blocks" set vehicle_types = ${sql.json([type])} where branch = ${branch.id}`;
  assert.equal((await issue(2)).code, "SLOT_FOR_OTHER_TYPES");
  await sql`update "Slot_Blocks" set vehicle_types = '[]' where branch = ${branch.id}`;
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${branch.id}`;
  const resize = (total_slots: number) => manager.patch(`/items/Slot_Blocks/${block!.id}`, { total_slots });
  assert.equal((await keep(pass.id, 3)).status, 200);
  assert.equal((await resize(2)).code, "UPDATE_LESSER_SLOTS");
  const [config] = await sql<{ id: number }[]>`select parking_config as id from "Branch" where id = ${branch.id}`;
  const patch = { keeps_pass_slots: false };
  assert.equal((await manager.patch(`/items/Parking_Configuration/${config!.id}`, patch)).status, 200);
  for (const expected of [1, 2, 3]) assert.equal((await checkIn()).data.slot_no, expected);
  assert.equal((await issue(2)).code, "FAILED_VALIDATION");
});

test("of passes for one slot at the same time one gets it, the others are SLOT_EXIST", async () => {
  const passes = await Promise.all(Array.from({ length: 4 }, () => issue(undefined)));
  const replies = await Promise.all([
    ...passes.map(({ data }) => keep(data.id, 2)),
    ...Array.from({ length: 4 }, () => issue(2)),
  ]);
  const outcomes = replies.map(({ status, code }) => (status === 200 ? "ok" : code));
  assert.equal(outcomes.filter((outcome) => outcome === "ok").length, 1, outcomes.join(", "));
  assert.equal(outcomes.filter((outcome) => outcome === "SLOT_EXIST").length, 7, outcomes.join(", "));
});

test("a vehicle at the gate and a pass that wants the slot at the same time never both get it", async () => {
  for (let round = 0; round < 12; round += 1) {
    await openBranch(2);
    const { data: pass } = await issue(undefined);
    const [kept, entry] = await Promise.all([keep(pass.id, 1), checkIn()]);
    const isKept = kept.status === 200;
    assert.ok(isKept || kept.code === "SLOT_EXIST", kept.text);
    assert.equal(entry.data.slot_no, isKept ? 2 : 1);
  }
});

test("control: without the lock of the slots, a vehicle gets the slot that a pass is given meanwhile", async () => {
  await sql`create table bare_slots (slot int not null, by text not null)`;
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const takeLowest = (by: string) =>
    sql.begin(async (tx) => {
      const taken = await tx`select slot from bare_slots where slot = 1`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (taken.length === 0) await tx`insert into bare_slots values (1, ${by})`;
    });
  await Promise.all([takeLowest("pass"), takeLowest("vehicle")]);
  assert.equal((await sql`select 1 from bare_slots`).length, 2);
});

test("control: without the index, two passes have one slot", async () => {
  await sql`create table bare_promises (branch int not null, slot_prefix text, slot_no int)`;
  await Promise.all([1, 2].map(() => sql`insert into bare_promises values (1, 'A', 1)`));
  assert.equal((await sql`select 1 from bare_promises`).length, 2);
  const [first, second] = [(await issue(undefined)).data, (await issue(undefined)).data];
  const promise = (id: number) =>
    sql`update "Parking_Main_Information" set slot_prefix = 'A', slot_no = 1 where id = ${id}`;
  await promise(first.id);
  await assert.rejects(promise(second.id), { code: "23505" });
});
