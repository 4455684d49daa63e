import assert from "node:assert/strict";
import { test } from "node:test";
import { allocateSlot, type SlotBlock } from "#domain/parking/slots.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
let phones = 0;
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: `94${String((phones += 1)).padStart(8, "0")}` });

async function createSite(options: Parameters<typeof make.branch>[0]) {
  const branch = await make.branch(options);
  const gate = await asUser(await make.user("staff", { branch }));
  const manager = await asUser(await make.user("manager", { branch }));
  return { branch, gate, manager, block: await findBlockId(branch) };
}

async function findBlockId(branch: CreatedBranch): Promise<number> {
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${branch.id}`;
  return block?.id ?? 0;
}

test("requires a specific slot that exists and is free", async () => {
  const { gate } = await createSite({ slots: 2, config: { slot_type: "specific_slot" } });
  assert.equal((await gate.post("/actions/parking/check-in", vehicle())).code, "SLOT_REQUIRED");
  const checkInAt = (slot_no: number, slot_prefix = "A") =>
    gate.post("/actions/parking/check-in", { ...vehicle(), slot_no, slot_prefix });
  assert.equal((await checkInAt(2)).data.slot_no, 2);
  for (const [number, prefix] of [
    [2, "A"],
    [3, "A"],
    [1, "B"],
  ] as const)
    assert.equal((await checkInAt(number, prefix)).code, "SLOT_EXIST", `${prefix}${number}`);
  const responses = await Promise.all(Array.from({ length: 8 }, () => checkInAt(1)));
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.ok(responses.every(({ status, code }) => status === 200 || code === "SLOT_EXIST"));
});

test("moves a parked vehicle only to an existing free slot", async () => {
  const { gate } = await createSite({ slots: 3 });
  const [first, second] = [
    await gate.post("/actions/parking/check-in", vehicle()),
    await gate.post("/actions/parking/check-in", vehicle()),
  ];
  const move = (slot_no: number) => gate.patch(`/items/Parking_Information/${second.data.id}`, { slot_no });
  assert.equal((await move(first.data.slot_no)).code, "SLOT_EXIST");
  const missing = await move(9);
  assert.deepEqual(
    [missing.code, missing.errors[0]?.message],
    ["SLOT_EXIST", "*There is no slot A9. Choose another one."],
  );
  const noBlock = await gate.patch(`/items/Parking_Information/${second.data.id}`, { slot_prefix: "x" });
  assert.equal(noBlock.errors[0]?.message, `*There is no slot x${second.data.slot_no}. Choose another one.`);
  assert.equal((await move(3)).data.slot_no, 3);
});

test("allocates from the next block when a block is full", async () => {
  const { branch, gate } = await createSite({ slots: 1 });
  await make.row("Slot_Blocks", {
    branch: branch.id,
    service: "is_parking",
    zone_or_block: "B",
    slot_prefix: "B",
    total_slots: 1,
    sort: 1,
  });
  const slots: string[] = [];
  for (let car = 0; car < 2; car += 1) {
    const { data } = await gate.post("/actions/parking/check-in", vehicle());
    slots.push(`${data.slot_prefix}${data.slot_no}`);
  }
  assert.deepEqual(slots, ["A1", "B1"]);
  assert.equal((await gate.post("/actions/parking/check-in", vehicle())).code, "SLOT_FULL");
});

/** Block A for all types, and T for two-wheelers only. */
async function createTypedSite({ a, t, config = {} }: { a: number; t: number; config?: { slot_type?: string } }) {
  const site = await createSite({ slots: a, config: { is_slot_required: true, ...config } });
  const { id: twoWheeler } = await make.row("Vehicle_Type", { name: `Two-wheeler ${make.plate()}` });
  const { id: car } = await make.row("Vehicle_Type", { name: `Car ${make.plate()}` });
  const block = { service: "is_parking", zone_or_block: "Two-wheelers", slot_prefix: "T", total_slots: t, sort: 9 };
  const created = await site.manager.post("/items/Slot_Blocks", {
    ...block,
    branch: site.branch.id,
    vehicle_types: [twoWheeler],
  });
  assert.equal(created.status, 200);
  const checkIn = (vehicle_type: number | undefined, slot: object = {}) =>
    site.gate.post("/actions/parking/check-in", { ...vehicle(), ...(vehicle_type && { vehicle_type }), ...slot });
  return { ...site, twoWheeler, car, checkIn, typedBlock: created.data.id as number };
}
const getSlot = ({ data }: { data: { slot_prefix: string; slot_no: number } }) => `${data.slot_prefix}${data.slot_no}`;

test("allocates vehicles to the blocks for their type, and asks for a missing type", async () => {
  const { checkIn, twoWheeler, car } = await createTypedSite({ a: 1, t: 2 });
  assert.equal(getSlot(await checkIn(twoWheeler)), "T1");
  assert.equal(getSlot(await checkIn(car)), "A1");
  assert.equal((await checkIn(car)).code, "SLOT_FULL");
  assert.equal((await checkIn(undefined)).code, "VEHICLE_TYPE_REQUIRED");
  assert.equal(getSlot(await checkIn(twoWheeler)), "T2");
  for (const type of [twoWheeler, undefined]) assert.equal((await checkIn(type)).code, "SLOT_FULL");
});

test("rejects a chosen slot, and a move, to a block for other types", async () => {
  const { gate, checkIn, twoWheeler, car } = await createTypedSite({
    a: 2,
    t: 2,
    config: { slot_type: "specific_slot" },
  });
  const typed = { slot_prefix: "T", slot_no: 1 };
  assert.equal((await checkIn(car, typed)).code, "SLOT_FOR_OTHER_TYPES");
  assert.equal(getSlot(await checkIn(twoWheeler, typed)), "T1");
  const { data } = await checkIn(car, { slot_prefix: "A", slot_no: 1 });
  const move = (slot: object) => gate.patch(`/items/Parking_Information/${data.id}`, slot);
  assert.equal((await move({ slot_prefix: "T", slot_no: 2 })).code, "SLOT_FOR_OTHER_TYPES");
  assert.equal(getSlot(await move({ slot_prefix: "A", slot_no: 2 })), "A2");
});

test("accepts a list of vehicle types only", async () => {
  const { manager, typedBlock, car } = await createTypedSite({ a: 1, t: 1 });
  const set = (vehicle_types: unknown) => manager.patch(`/items/Slot_Blocks/${typedBlock}`, { vehicle_types });
  for (const invalid of [[car, car], ["car"], [0], { car: true }, 7])
    assert.equal((await set(invalid)).code, "FAILED_VALIDATION", JSON.stringify(invalid));
  for (const valid of [null, [], [car]]) assert.equal((await set(valid)).status, 200, JSON.stringify(valid));
});

test("a block limited during concurrent check-ins gets no other vehicle afterwards", async () => {
  const { manager, checkIn, twoWheeler, car, typedBlock } = await createTypedSite({ a: 1, t: 12 });
  const setTypes = (vehicle_types: number[]) => manager.patch(`/items/Slot_Blocks/${typedBlock}`, { vehicle_types });
  assert.equal((await setTypes([])).status, 200);
  // The limit is committed before these check-ins begin, while earlier ones are still running.
  const earlier = Array.from({ length: 5 }, () => checkIn(car));
  assert.equal((await setTypes([twoWheeler])).status, 200);
  const later = await Promise.all(Array.from({ length: 5 }, () => checkIn(car)));
  await Promise.all(earlier);
  assert.ok(later.every((response) => response.code === "SLOT_FULL" || getSlot(response) === "A1"));
});

test("two-wheelers and cars that arrive together get different slots of their blocks", async () => {
  const { branch, checkIn, twoWheeler, car } = await createTypedSite({ a: 3, t: 3 });
  const types = Array.from({ length: 6 }, () => [twoWheeler, car]).flat();
  const responses = await Promise.all(types.map((type) => checkIn(type)));
  const admitted = responses.flatMap((response, index) =>
    response.status === 200 ? [{ slot: getSlot(response), type: types[index] }] : [],
  );
  assert.equal(new Set(admitted.map(({ slot }) => slot)).size, 6, JSON.stringify(admitted));
  assert.ok(admitted.every(({ slot, type }) => slot.startsWith("A") || type === twoWheeler));
  assert.ok(responses.every(({ status, code }) => status === 200 || code === "SLOT_FULL"));
  // The control: without the lock, two that arrive together read the same occupied slots and get the same slot.
  const blocks = await sql<SlotBlock[]>`
    select slot_prefix as prefix, total_slots as total, vehicle_types as "vehicleTypes" from "Slot_Blocks" where branch = ${branch.id}`;
  const concurrent = [1, 2].map(() => allocateSlot({ blocks, occupied: [], vehicleType: twoWheeler }));
  assert.deepEqual(concurrent[0], concurrent[1]);
});

test("rejects removing occupied slots, renaming or deleting a block unless it is empty", async () => {
  const { gate, manager, block } = await createSite({ slots: 5 });
  const entries = [];
  for (let car = 0; car < 3; car += 1) entries.push((await gate.post("/actions/parking/check-in", vehicle())).data.id);
  const path = `/items/Slot_Blocks/${block}`;
  assert.equal((await manager.patch(path, { total_slots: 2 })).code, "UPDATE_LESSER_SLOTS");
  assert.equal((await manager.patch(path, { slot_prefix: "Z" })).code, "UPDATE_LESSER_SLOTS");
  assert.equal((await manager.delete(path)).code, "UPDATE_LESSER_SLOTS");
  assert.equal((await manager.patch(path, { total_slots: 3 })).status, 200);
  assert.equal((await gate.post("/actions/parking/check-in", vehicle())).code, "SLOT_FULL");
  assert.equal((await manager.patch(path, { total_slots: 9, zone_or_block: "Front" })).status, 200);
  for (const id of entries) assert.equal((await gate.post(`/actions/parking/${id}/check-out`)).status, 200);
  assert.equal((await manager.patch(path, { slot_prefix: "Z", total_slots: 1 })).status, 200);
  assert.equal((await manager.delete(path)).status, 204);
});

test("never reduces a block below its occupied slots during concurrent check-ins", async () => {
  const { gate, manager, block } = await createSite({ slots: 12, config: { is_slot_required: false } });
  const checkIns = Array.from({ length: 10 }, () => gate.post("/actions/parking/check-in", vehicle()));
  const reductions = [6, 5, 4, 3].map((total_slots) => manager.patch(`/items/Slot_Blocks/${block}`, { total_slots }));
  await Promise.all([...checkIns, ...reductions]);
  const [row] =
    await sql`select b.total_slots as total, (select max(slot_no) from "Parking_Information" where branch = b.branch) as highest from "Slot_Blocks" b where id = ${block}`;
  assert.ok(row!["highest"] <= row!["total"], JSON.stringify(row));
});

test("rejects changes of the entry settings while a vehicle is arriving or requests are pending", async () => {
  const { branch, gate, manager } = await createSite({
    entity_type: "government",
    allow_person_entries: true,
    config: {},
  });
  const [{ id: config }] =
    (await sql`select parking_config as id from "Branch" where id = ${branch.id}`) as unknown as [{ id: number }];
  const path = `/items/Parking_Configuration/${config}`;
  const inside = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal((await manager.patch(path, { payment_type: "pre-pay" })).status, 200);
  const [kept] = await sql`select payment_type, is_prepay from "Parking_Information" where id = ${inside.data.id}`;
  assert.deepEqual({ ...kept }, { payment_type: "post-pay", is_prepay: false });
  await make.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "20.00",
  });
  const arriving = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal(arriving.data.parking_status_id, 3, arriving.text);
  assert.equal((await manager.patch(path, { payment_type: "post-pay" })).code, "VEHICLES_MOVING");
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { is_parking: false })).code, "VEHICLES_MOVING");
  await sql`update "Parking_Information" set date_created = date_created - interval '16 minutes' where id = ${arriving.data.id}`;
  assert.equal((await manager.patch(path, { payment_type: "post-pay" })).status, 200);
  await gate.post(`/actions/parking/${inside.data.id}/check-out`);
  assert.equal((await manager.patch(path, { security: "advanced_security" })).status, 200);
  const pending = await gate.post("/actions/parking/check-in", {
    is_person: true,
    name: "Asha Rao",
    phone_no: "9300000001",
  });
  assert.equal((await manager.patch(path, { security: "less_security" })).code, "PERSON_REQUESTS_PENDING");
  assert.equal(
    (await manager.patch(`/items/Branch/${branch.id}`, { allow_person_entries: false })).code,
    "PERSON_REQUESTS_PENDING",
  );
  await manager.post(`/actions/approvals/${pending.data.id}/reject`, { reason: "Not expected" });
  assert.equal((await manager.patch(path, { security: "less_security" })).status, 200);
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { allow_person_entries: false })).status, 200);
});

test("applies a new tariff only to later check-ins", async () => {
  const { branch, gate, manager } = await createSite({ rate: "20.00" });
  const before = await gate.post("/actions/parking/check-in", vehicle());
  const [{ id }] = (await sql`select id from "Time_Charges" where branch = ${branch.id}`) as unknown as [
    { id: number },
  ];
  assert.equal((await manager.patch(`/items/Time_Charges/${id}`, { charge_amount_for_minutes: "90.00" })).status, 200);
  const after = await gate.post("/actions/parking/check-in", vehicle());
  const paid = [];
  for (const { data } of [before, after])
    paid.push((await gate.post(`/actions/parking/${data.id}/take-cash`)).data.paid_amount);
  assert.deepEqual(paid, ["20.00", "90.00"]);
});
