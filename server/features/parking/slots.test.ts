import assert from "node:assert/strict";
import { test } from "node:test";
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
  assert.equal((await move(9)).code, "SLOT_EXIST");
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

test("rejects changes of the entry settings while vehicles are inside or requests are pending", async () => {
  const { branch, gate, manager } = await createSite({
    entity_type: "government",
    allow_person_entries: true,
    config: {},
  });
  const [{ id: config }] =
    (await sql`select parking_config as id from "Branch" where id = ${branch.id}`) as unknown as [{ id: number }];
  const path = `/items/Parking_Configuration/${config}`;
  const inside = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal((await manager.patch(path, { payment_type: "pre-pay" })).code, "VEHICLES_MOVING");
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
  await manager.post(`/actions/approvals/${pending.data.id}/reject`);
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
