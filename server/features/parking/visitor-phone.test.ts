// §5: a branch requires the phone number of a vehicle, leaves it to the gate, or does not record it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const phone_no = "9840012345";

async function createGate(visitor_phone?: string) {
  const branch = await make.branch({ slots: 5, ...(visitor_phone ? { visitor_phone } : {}) });
  return { branch, gate: await asUser(await make.user("staff", { branch })) };
}
const countCustomers = async () => (await sql`select 1 from users where is_customer_user`).length;

test("a phone number is required unless the branch says otherwise, in every route", async () => {
  const { branch, gate } = await createGate();
  const body = { vehicle_no: make.plate() };
  const responses = [
    await gate.post("/actions/parking/check-in", body),
    await gate.post("/items/Parking_Main_Information", { ...body, branch: branch.id }),
    await gate.post("/items/Parking_Information", { parking_main_info: { ...body, branch: branch.id } }),
  ];
  for (const { code, errors } of responses)
    assert.deepEqual(
      [code, errors[0]?.extensions.field, errors[0]?.message],
      ["FAILED_VALIDATION", "phone_no", "*Phone number is required"],
    );
});

test("an optional phone number may be left out, and added by a correction", async () => {
  const { gate } = await createGate("optional");
  const customers = await countCustomers();
  const without = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate() });
  assert.equal(without.status, 200, without.text);
  assert.equal(without.data.parking_main_info.phone_no, null);
  assert.equal(await countCustomers(), customers);
  const correct = (phone: string | null) =>
    gate.post(`/actions/parking/${without.data.id}/correct`, { phone_no: phone, reason: "Told at the gate" });
  assert.equal((await correct(phone_no)).status, 200);
  assert.equal(await countCustomers(), customers + 1);
  assert.equal((await correct(null)).code, "FAILED_VALIDATION");
  assert.equal((await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no })).status, 200);
});

test("the same vehicle without a phone number is inside only once", async () => {
  const { gate } = await createGate("optional");
  const vehicle_no = make.plate();
  const codes = await Promise.all(
    [{ vehicle_no }, { vehicle_no }, { vehicle_no, phone_no }].map(
      async (body) => (await gate.post("/actions/parking/check-in", body)).code,
    ),
  );
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  assert.equal(codes.filter((code) => code === "VEHICLE_IN_PROGRESS").length, 2);
});

test("a branch that does not record phone numbers rejects one, except of passes and persons", async () => {
  const { branch, gate } = await createGate("off");
  await sql`update "Branch" set allow_person_entries = true where id = ${branch.id}`;
  const vehicle_no = make.plate();
  assert.equal((await gate.post("/actions/parking/check-in", { vehicle_no, phone_no })).code, "FAILED_VALIDATION");
  assert.equal((await gate.post("/actions/parking/check-in", { vehicle_no })).status, 200);
  const pass = { vehicle_no: make.plate(), time_type: "days", duration: 3 };
  assert.equal((await gate.post("/actions/passes", pass)).code, "FAILED_VALIDATION");
  assert.equal((await gate.post("/actions/passes", { ...pass, phone_no })).status, 200);
  const person = { is_person: true, name: "Asha Rao" };
  assert.equal((await gate.post("/actions/parking/check-in", person)).code, "FAILED_VALIDATION");
  assert.equal((await gate.post("/actions/parking/check-in", { ...person, phone_no })).status, 200);
});

test("a vehicle with a pass checks in by its number alone", async () => {
  const { gate } = await createGate("off");
  const vehicle_no = make.plate();
  const pass = await gate.post("/actions/passes", { vehicle_no, phone_no, time_type: "days", duration: 3 });
  assert.equal(pass.status, 200, pass.text);
  const { data, status, text } = await gate.post("/actions/parking/check-in", { vehicle_no });
  assert.equal(status, 200, text);
  assert.equal(data.parking_main_info.id, pass.data.id);
});

test("a manager changes the setting, and staff do not", async () => {
  const { branch, gate } = await createGate();
  const manager = await asUser(await make.user("manager", { branch }));
  const path = `/items/Branch/${branch.id}`;
  assert.equal((await gate.patch(path, { visitor_phone: "off" })).code, "FORBIDDEN");
  assert.equal((await manager.patch(path, { visitor_phone: "never" })).code, "FAILED_VALIDATION");
  assert.equal((await manager.patch(path, { visitor_phone: "off" })).status, 200);
  const { data: history } = await manager.get("/actions/configuration/history?of=parking");
  assert.deepEqual(history[0].changes, { visitor_phone: ["required", "off"] });
});
