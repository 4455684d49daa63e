import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const minutesLater = (minutes: number) => (clock.now = new Date(start.getTime() + minutes * 60_000));
let branch: CreatedBranch;
let staff: CreatedUser;
let phones = 0;
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: `95${String((phones += 1)).padStart(8, "0")}` });

before(async () => {
  clock.now = start;
  branch = await make.branch({ slots: 2, rate: "20.00", config: { payment_type: "pre-pay" } });
  staff = await make.user("staff", { branch });
});
beforeEach(() => minutesLater(0));

test("checks a prepaid vehicle in on payment and collects the overstay once as an additional charge", async () => {
  let gate = await asUser(staff);
  const pending = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal(pending.data.parking_status_id, 3, pending.text);
  assert.equal(pending.data.is_vehicle_prepay_type, true);
  assert.equal(pending.data.in_time, null);
  assert.equal(pending.data.slot_no, 1);
  const path = `/actions/parking/${pending.data.id}`;
  assert.equal((await gate.post(`${path}/check-in`)).code, "NOT_SETTLED");
  minutesLater(3);
  const paid = await gate.post(`${path}/take-cash`, { expected: 2000 });
  assert.equal(paid.data.parking_status_id, 1, paid.text);
  assert.equal(paid.data.in_time, "2026-11-21T04:33:00.000Z");
  assert.equal(paid.data.paid_amount, "20.00");
  assert.equal(paid.data.slot_no, 1);
  assert.equal((await gate.post(`${path}/take-cash`, {})).code, "ALREADY_PAID");

  minutesLater(3 + 95);
  gate = await asUser(staff);
  assert.equal((await gate.post(`${path}/check-out`)).code, "NOT_SETTLED");
  assert.equal((await gate.post(`${path}/take-cash`, {})).code, "ALREADY_PAID");
  const responses = await Promise.all(
    [1, 2, 3].map(() => gate.post(`${path}/take-cash`, { is_extra: true, expected: 6000 })),
  );
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  );
  const checkedOut = await gate.post(`${path}/check-out`);
  assert.equal(checkedOut.data.parking_status_id, 2, checkedOut.text);
  assert.equal(checkedOut.data.total_amount, "80.00");
  assert.equal(checkedOut.data.paid_amount, "80.00");
  assert.equal(checkedOut.data.extended_amount, "0.00");
  assert.equal(checkedOut.data.duration, 95);
});

test("charges nothing more if the vehicle leaves within the paid time", async () => {
  const gate = await asUser(staff);
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  minutesLater(30);
  const checkedOut = await (await asUser(staff)).post(`/actions/parking/${data.id}/check-out`);
  assert.equal(checkedOut.data.total_amount, "20.00", checkedOut.text);
  assert.equal(
    (await (await asUser(staff)).post(`/actions/parking/${data.id}/take-cash`, { is_extra: true })).code,
    "ALREADY_PAID",
  );
});

test("reserves a slot for a vehicle waiting at the gate and frees it on cancellation", async () => {
  const gate = await asUser(staff);
  const first = await gate.post("/actions/parking/check-in", vehicle());
  const [second, nextVehicle] = [await gate.post("/actions/parking/check-in", vehicle()), vehicle()];
  assert.deepEqual([first.data.slot_no, second.data.slot_no], [1, 2]);
  assert.equal((await gate.post("/actions/parking/check-in", nextVehicle)).code, "SLOT_FULL");
  assert.equal((await gate.patch(`/items/Parking_Information/${first.data.id}`, { parking_status_id: 4 })).status, 200);
  assert.equal((await gate.post("/actions/parking/check-in", nextVehicle)).data.slot_no, 1);
  assert.equal((await gate.post(`/actions/parking/${first.data.id}/take-cash`, {})).code, "NO_NEXT_STATUS");
});

test("allows an invited vehicle to prepay and checks it in on arrival", async () => {
  const prepaidBranch = await make.branch({ slots: 1, rate: "20.00", config: { payment_type: "pre-pay" } });
  const gate = await asUser(await make.user("staff", { branch: prepaidBranch }));
  const window = {
    invite_start_date: start.toISOString(),
    invite_end_date: new Date(start.getTime() + 3_600_000).toISOString(),
  };
  const { data } = await gate.post("/actions/invites", { ...vehicle(), ...window });
  assert.equal(data.slot_no, null);
  const paid = await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  assert.equal(paid.data.parking_status_id, 3, paid.text);
  const checkedIn = await gate.post(`/actions/parking/${data.id}/check-in`, { qr: data.qr });
  assert.equal(checkedIn.data.parking_status_id, 1, checkedIn.text);
  assert.equal(checkedIn.data.slot_no, 1);
});
