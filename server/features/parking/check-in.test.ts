import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
let staff: MadeUser;

before(async () => {
  branch = await make.branch({ slots: 3, rate: "20.00" });
  staff = await make.user("staff", { branch, first_name: "Ravi" });
});

test("a car comes in, pays and goes out", async () => {
  const gate = await as(staff);
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: "tn 09 ab-1234", phone_no: "9840012345" });
  assert.equal(entered.status, 200, entered.text);
  assert.equal(entered.data.parking_status_id, 1);
  assert.equal(entered.data.parking_main_info.vehicle_no, "TN09AB1234");
  assert.equal(entered.data.slot_prefix, "A");
  assert.equal(entered.data.slot_no, 1);
  assert.match(entered.data.receipt_no, /^\d{8}-1$/);
  assert.match(entered.data.qr, /^CHAAVI:P:\d+:/);

  const paid = await gate.post(`/actions/parking/${entered.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  assert.equal(paid.data.payment_status, "paid");
  assert.equal(paid.data.parking_status_id, 2);
  assert.equal(paid.data.parking_main_info.parking_status_id, 2);
  assert.equal(paid.data.payment_collected_by, staff.id);
  assert.ok(paid.data.out_time);

  const again = await gate.post(`/actions/parking/${entered.data.id}/take-cash`, {});
  assert.equal(again.code, "ALREADY_PAID");
  assert.equal(again.status, 409);
  const history = await gate.get(
    `/items/Parking_History?filter[parking_information][_eq]=${entered.data.id}&fields=*,user_created.first_name`,
  );
  assert.equal(history.data.length, 2);
  assert.equal(history.data[0].user_created.first_name, "Ravi");
});
