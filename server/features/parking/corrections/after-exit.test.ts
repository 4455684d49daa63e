// What may still be written about an entry or ticket after its vehicle has left (docs/rules/corrections.md).
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const start = new Date("2026-11-21T04:30:00Z");
const make = createFactories(sql, () => clock.now ?? start);
const minutesLater = (minutes: number) => (clock.now = new Date(start.getTime() + minutes * 60_000));
let branch: CreatedBranch;
let gate: TestClient;
let manager: TestClient;

before(async () => {
  clock.now = start;
  branch = await make.branch({ slots: 20, rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
});
beforeEach(() => minutesLater(0));

const extra = { additional_charge: "100000.00", addition_note: "Damage" };
const noted = { person_count: 3, badge_no: "B-9", deduction_note: "Regular", pay_later_reason: "Known" };
const codes = async (client: TestClient, path: string, fields: object) =>
  Promise.all(
    Object.entries(fields).map(async ([name, value]) => (await client.patch(path, { [name]: value })).code ?? "ok"),
  );

async function checkIn(): Promise<{ id: number; slot_no: number }> {
  const { data, text } = await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  assert.ok(data, text);
  return data;
}
/** An entry that was paid and left at minute 0. */
async function leave(body: object = {}) {
  const entry = await checkIn();
  const left = await gate.post(`/actions/parking/${entry.id}/take-cash`, { auto_checkout: true, ...body });
  assert.equal(left.status, 200, left.text);
  return { ...entry, path: `/items/Parking_Information/${entry.id}` };
}
/** A ticket that was handed over and paid at minute 0. */
async function handOver(driver: TestClient) {
  const { data, text } = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  assert.ok(data, text);
  await sql`update "Valet_and_Parking_Information" set status_id = 6, out_time = ${start}, in_time = ${start},
    payment_status = 'paid', paid_amount = total_amount, handover_note = 'Known' where id = ${data.id}`;
  return `/items/Valet_and_Parking_Information/${data.id}`;
}

test("staff add a charge and correct notes for 10 minutes after the exit, holders of entry.correct later", async () => {
  const { path } = await leave();
  minutesLater(10);
  assert.equal((await gate.patch(path, { additional_charge: "5.00", addition_note: "Wash" })).status, 200);
  assert.deepEqual(await codes(gate, path, noted), ["ok", "ok", "ok", "ok"]);
  minutesLater(11);
  const refused = await gate.patch(path, extra);
  assert.deepEqual(
    [refused.status, refused.code, refused.errors[0]?.message],
    [403, "CORRECTION_NOT_ALLOWED", "Staff change this for 10 minutes after the exit. Ask your manager to change it."],
  );
  assert.deepEqual(
    await codes(gate, path, { ...noted, person_count: 4, badge_no: "B", deduction_note: "x", pay_later_reason: "x" }),
    Array(4).fill("CORRECTION_NOT_ALLOWED"),
  );
  assert.equal((await gate.patch(path, { addition_note: "Wash", person_count: 3 })).status, 200, "nothing changes");
  assert.equal((await manager.patch(path, { additional_charge: "8.00", addition_note: "Wash" })).status, 200);
  const debts = await manager.get(`/actions/debts?branch=${branch.id}`);
  assert.ok(debts.text.includes(path.split("/").at(-1)!), debts.text);
});

test("a payment of what is owed sets the amounts also later, a part of it does not raise them", async () => {
  const { id, path } = await leave();
  minutesLater(12);
  const takeCash = (body: object) => gate.post(`/actions/parking/${id}/take-cash`, body);
  const wash = { additional_charge: "50.00", addition_note: "Wash" };
  assert.equal((await takeCash({ ...wash, part: "1.00" })).code, "CORRECTION_NOT_ALLOWED");
  const kept = await gate.patch(path, { ...wash, payment_status: "paid", payment_mode: "cash", payment_type: "extra" });
  assert.equal(kept.status, 200, "the cash payment of the specification, entered while offline");
  assert.equal((await manager.patch(path, { additional_charge: "90.00", addition_note: "Wash" })).status, 200);
  const part = { additional_charge: "90.00", addition_note: "Wash", part: "10.00", expected: 4000 };
  assert.equal((await takeCash(part)).status, 200);
  const rest = await takeCash({ additional_charge: "90.00", addition_note: "Wash", expected: 3000, is_extra: true });
  assert.equal(rest.status, 200, rest.text);
});

test("the slot of a vehicle that has left is fixed", async () => {
  const { path, slot_no: slot } = await leave();
  assert.deepEqual(
    [
      (await gate.patch(path, { slot_no: 999_999 })).code,
      (await manager.patch(path, { slot_prefix: "B" })).code,
      (await gate.patch(path, { slot_no: slot })).code ?? "ok",
    ],
    ["NO_NEXT_STATUS", "NO_NEXT_STATUS", "ok"],
  );
});

test("a ticket is closed in the same way, also for its driver", async () => {
  const valet = await make.valetBranch({ rate: "20.00" });
  const driver = await asUser(await make.user("staff", { branch: valet }));
  const manager = await asUser(await make.user("manager", { branch: valet }));
  const path = await handOver(driver);
  minutesLater(10);
  assert.equal((await driver.patch(path, { handover_note: "Licence seen" })).status, 200);
  minutesLater(11);
  assert.deepEqual(
    await codes(driver, path, { handover_note: "x", ...extra, fuel_level: "full", damages: ["roof"], slot_no: 3 }),
    [...Array(3).fill("CORRECTION_NOT_ALLOWED"), ...Array(3).fill("NO_NEXT_STATUS")],
  );
  assert.equal((await manager.patch(path, { handover_note: "Licence seen twice" })).status, 200);
});
