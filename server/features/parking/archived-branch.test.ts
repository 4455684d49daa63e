// A branch that was archived with vehicles inside lets them out and takes their money.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);

test("the gate of an archived branch works until an hour after the last vehicle has left, but takes no new one", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const user = await make.user("staff", { branch });
  const gate = await asUser(user);
  const vehicle = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });
  const { data } = await gate.post("/actions/parking/check-in", vehicle());
  await sql`update "Branch" set status = 'archived' where id = ${branch.id}`;
  const refused = await gate.post("/actions/parking/check-in", vehicle());
  assert.equal(refused.code, "BRANCH_NOT_PUBLISHED");
  assert.match(refused.errors![0]!.message, /^This branch is closed and takes no new vehicles/);
  // A new log-in works, too.
  const again = await asUser(user);
  const paid = await again.post(`/actions/parking/${data.id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual([paid.data.parking_status_id, paid.data.paid_amount], [2, "20.00"]);
  // The receipt is still printed and the cash is counted.
  assert.equal((await gate.get(`/items/Parking_Information/${data.id}`)).status, 200);
  await sql`update "Parking_Information" set out_time = now() - interval '61 minutes' where id = ${data.id}`;
  assert.equal((await gate.get(`/items/Parking_Information/${data.id}`)).code, "BRANCH_ARCHIVED");
});
