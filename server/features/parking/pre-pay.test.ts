import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql, clock } = await startApp();
const make = factories(sql, () => clock.now ?? new Date());
const start = new Date("2026-11-21T04:30:00Z");
const minutesLater = (minutes: number) => (clock.now = new Date(start.getTime() + minutes * 60_000));
let branch: MadeBranch;
let staff: MadeUser;
let phones = 0;
const vehicle = () => ({ vehicle_no: make.plate(), phone_no: `95${String((phones += 1)).padStart(8, "0")}` });

before(async () => {
  clock.now = start;
  branch = await make.branch({ slots: 2, rate: "20.00", config: { payment_type: "pre-pay" } });
  staff = await make.user("staff", { branch });
});
beforeEach(() => minutesLater(0));

test("pays first, comes in by paying, owes what it overstays and pays that as an extra, once", async () => {
  let gate = await as(staff);
  const asked = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal(asked.data.parking_status_id, 3, asked.text);
  assert.equal(asked.data.is_vehicle_prepay_type, true);
  assert.equal(asked.data.in_time, null);
  assert.equal(asked.data.slot_no, 1);
  const path = `/actions/parking/${asked.data.id}`;
  assert.equal((await gate.post(`${path}/check-in`)).code, "NOT_SETTLED");
  minutesLater(3);
  const paid = await gate.post(`${path}/take-cash`, { expected: 2000 });
  assert.equal(paid.data.parking_status_id, 1, paid.text);
  assert.equal(paid.data.in_time, "2026-11-21T04:33:00.000Z");
  assert.equal(paid.data.paid_amount, "20.00");
  assert.equal(paid.data.slot_no, 1);
  assert.equal((await gate.post(`${path}/take-cash`, {})).code, "ALREADY_PAID");

  minutesLater(3 + 95);
  gate = await as(staff);
  assert.equal((await gate.post(`${path}/check-out`)).code, "NOT_SETTLED");
  assert.equal((await gate.post(`${path}/take-cash`, {})).code, "ALREADY_PAID");
  const answers = await Promise.all(
    [1, 2, 3].map(() => gate.post(`${path}/take-cash`, { is_extra: true, expected: 6000 })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  );
  const out = await gate.post(`${path}/check-out`);
  assert.equal(out.data.parking_status_id, 2, out.text);
  assert.equal(out.data.total_amount, "80.00");
  assert.equal(out.data.paid_amount, "80.00");
  assert.equal(out.data.extended_amount, "0.00");
  assert.equal(out.data.duration, 95);
});

test("leaves in time and owes nothing more", async () => {
  const gate = await as(staff);
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  minutesLater(30);
  const out = await (await as(staff)).post(`/actions/parking/${data.id}/check-out`);
  assert.equal(out.data.total_amount, "20.00", out.text);
  assert.equal(
    (await (await as(staff)).post(`/actions/parking/${data.id}/take-cash`, { is_extra: true })).code,
    "ALREADY_PAID",
  );
});

test("waits at the gate with its slot; one that drives off gives it back", async () => {
  const gate = await as(staff);
  const one = await gate.post("/actions/parking/check-in", vehicle());
  const [two, car] = [await gate.post("/actions/parking/check-in", vehicle()), vehicle()];
  assert.deepEqual([one.data.slot_no, two.data.slot_no], [1, 2]);
  assert.equal((await gate.post("/actions/parking/check-in", car)).code, "SLOT_FULL");
  assert.equal((await gate.patch(`/items/Parking_Information/${one.data.id}`, { parking_status_id: 4 })).status, 200);
  assert.equal((await gate.post("/actions/parking/check-in", car)).data.slot_no, 1);
  assert.equal((await gate.post(`/actions/parking/${one.data.id}/take-cash`, {})).code, "NO_NEXT_STATUS");
});

test("an invited vehicle pays ahead and comes in when it comes", async () => {
  const place = await make.branch({ slots: 1, rate: "20.00", config: { payment_type: "pre-pay" } });
  const gate = await as(await make.user("staff", { branch: place }));
  const window = {
    invite_start_date: start.toISOString(),
    invite_end_date: new Date(start.getTime() + 3_600_000).toISOString(),
  };
  const { data } = await gate.post("/actions/invites", { ...vehicle(), ...window });
  assert.equal(data.slot_no, null);
  const paid = await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  assert.equal(paid.data.parking_status_id, 3, paid.text);
  const entered = await gate.post(`/actions/parking/${data.id}/check-in`);
  assert.equal(entered.data.parking_status_id, 1, entered.text);
  assert.equal(entered.data.slot_no, 1);
});
