// §4 A charge set by hand: who may set it, when, and what follows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;
let manager: TestClient;

before(async () => {
  branch = await make.branch({ rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch, first_name: "Meena" }));
});

/** An entry that owes ₹40. */
async function checkIn(): Promise<number> {
  const { data, text } = await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

const change = ({ by, id, fields }: { by: TestClient; id: number; fields: object }) =>
  by.patch(`/items/Parking_Information/${id}`, fields);
const blocked = { charge_override: "15.00", charge_override_reason: "Gate was blocked" };

test("managers set a charge with a reason, and it stays; staff do not", async () => {
  const id = await checkIn();
  assert.equal((await change({ by: gate, id, fields: blocked })).code, "FORBIDDEN");
  const refused = await change({ by: manager, id, fields: { ...blocked, charge_override_reason: " " } });
  assert.deepEqual(
    [refused.code, refused.errors[0]!.extensions["field"]],
    ["CHANGE_REASON_REQUIRED", "charge_override_reason"],
  );
  const { data } = await change({ by: manager, id, fields: blocked });
  assert.deepEqual([data.actual_amount, data.total_amount, data.extended_amount], ["15.00", "15.00", "15.00"]);
  await sql`update "Parking_Information" set in_time = now() - interval '9 hours' where id = ${id}`;
  const paid = await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true, expected: 1500 });
  assert.equal(paid.data.paid_amount, "15.00", paid.text);
  const { data: history } = await manager.get(`/items/Parking_History?filter[parking_information][_eq]=${id}`);
  const changed = history.filter(({ changes }: { changes: object | null }) => "charge_override" in (changes ?? {}));
  assert.deepEqual(
    changed.map(({ changes }: { changes: { [field: string]: unknown } }) => [
      changes["charge_override"],
      changes["charge_override_reason"],
    ]),
    [
      [
        [null, "15.00"],
        [null, "Gate was blocked"],
      ],
    ],
  );
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const { remarkable } = (await manager.get(`/actions/cash/day?day=${day}`)).data;
  const flags = remarkable.filter((row: { id: number; why: string }) => row.id === id && row.why === "override");
  assert.deepEqual(
    flags.map(({ size, note }: { [field: string]: unknown }) => [size, note]),
    [[1500, "Gate was blocked"]],
  );
});

test("without it the tariff applies again, and its reason is gone", async () => {
  const id = await checkIn();
  await change({ by: manager, id, fields: blocked });
  const { data } = await change({ by: manager, id, fields: { charge_override: null } });
  assert.deepEqual([data.charge_override_reason, data.total_amount], [null, "40.00"]);
});

test("a charge is set until the payment, and not below what was received", async () => {
  const id = await checkIn();
  await gate.post(`/actions/parking/${id}/take-cash`, { part: "20.00", expected: 4000 });
  const lower = await change({ by: manager, id, fields: blocked });
  assert.deepEqual([lower.code, lower.errors[0]!.message], ["AMOUNT_TOO_LOW", "*₹20.00 was received already"]);
  const { data } = await change({ by: manager, id, fields: { ...blocked, charge_override: "20.00" } });
  assert.equal(data.extended_amount, "0.00");
  await gate.post(`/actions/parking/${id}/take-cash`, { expected: 0 });
  assert.equal((await change({ by: manager, id, fields: blocked })).code, "ALREADY_PAID");
  await gate.post(`/actions/parking/${id}/check-out`);
  assert.equal((await change({ by: manager, id, fields: blocked })).code, "ALREADY_PAID");
  const voided = await checkIn();
  await manager.post(`/actions/parking/${voided}/void`, { reason: "Entered twice" });
  assert.equal((await change({ by: manager, id: voided, fields: blocked })).code, "NO_NEXT_STATUS");
});

test("a new entry is charged by its tariff, whatever is sent", async () => {
  const { data: record } = await gate.post("/items/Parking_Main_Information", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
    branch: branch.id,
  });
  const { data, text } = await gate.post("/items/Parking_Information", { parking_main_info: record?.id, ...blocked });
  assert.deepEqual([data?.charge_override, data?.charge_override_reason], [null, null], text);
});

test("a role that the branch lets set charges may, and then no longer", async () => {
  const admin = await asUser(await make.user("admin", { branch }));
  const id = await checkIn();
  const grant = async (exceptions: object | null) => {
    const { status, text } = await admin.patch(`/items/Branch/${branch.id}`, { capability_exceptions: exceptions });
    assert.equal(status, 200, text);
  };
  await grant({ staff: { "charge.override": true } });
  assert.equal((await change({ by: gate, id, fields: blocked })).data.total_amount, "15.00");
  await grant(null);
  assert.equal((await change({ by: gate, id, fields: { charge_override: null } })).code, "FORBIDDEN");
});
