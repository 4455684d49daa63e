// §4: prints of slips and receipts are recorded in the entry's history by the write path.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ rate: "20.00" });
const user = await make.user("staff", { branch, first_name: "Dinesh" });
const gate = await asUser(user);
const checkIn = async () =>
  (await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" })).data
    .id as number;
const print = (id: number, client = gate) => client.post(`/actions/parking/${id}/print-slip`);
const readPrints = async (id: number) =>
  sql<{ name: string; after: number; by: string }[]>`
    select c.key as name, (c.value ->> 1)::integer as after, h.user_created as by
    from "Parking_History" h, jsonb_each(h.changes) c
    where h.parking_information = ${id} and c.key like '%_prints' order by h.id`;

test("counts prints of the slip, and after payment of the receipt, in the history with their author", async () => {
  const id = await checkIn();
  for (const expected of [1, 2]) assert.equal((await print(id)).data.slip_prints, expected);
  assert.equal((await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true })).status, 200);
  const receipt = (await print(id)).data;
  assert.deepEqual([receipt.slip_prints, receipt.receipt_prints, typeof receipt.qr], [2, 1, "string"]);
  assert.deepEqual(
    (await readPrints(id)).map(({ name, after, by }) => [name, after, by]),
    [
      ["slip_prints", 1, user.id],
      ["slip_prints", 2, user.id],
      ["receipt_prints", 1, user.id],
    ],
  );
});

test("prints from two devices at once are one original and one duplicate", async () => {
  const id = await checkIn();
  const counts = (await Promise.all(Array.from({ length: 6 }, () => print(id)))).map(({ data }) => data.slip_prints);
  assert.deepEqual(
    counts.toSorted((first, second) => Number(first) - Number(second)),
    [1, 2, 3, 4, 5, 6],
  );
  // The control: counts read before the writes, without their lock, would all be the same.
  const reads = await Promise.all(
    [1, 2].map(() => sql`select slip_prints from "Parking_Information" where id = ${id}`),
  );
  assert.deepEqual(reads[0], reads[1]);
});

test("a count cannot be reset through the items interface", async () => {
  const id = await checkIn();
  await print(id);
  const { data } = await gate.patch(`/items/Parking_Information/${id}`, { slip_prints: 0 });
  assert.equal(data.slip_prints, 2);
});

test("users who do not operate the gate record no prints", async () => {
  const id = await checkIn();
  const approver = await asUser(await make.user("approver", { branch }));
  assert.equal((await print(id, approver)).code, "FORBIDDEN");
  const sister = await make.branch({ company: branch.company });
  const other = await asUser(await make.user("staff", { branch: sister }));
  assert.equal((await print(id, other)).code, "FORBIDDEN");
  assert.equal((await readPrints(id)).length, 0);
});

test("prints of a valet ticket are counted alike, and a cancelled one is not printed", async () => {
  const site = await make.valetBranch({ charge: "50.00" });
  const driver = await asUser(await make.user("staff", { branch: site }));
  const createTicket = async () =>
    (
      await driver.post("/actions/valet/create-ticket", {
        Vehicle_Number: make.plate(),
        Customer_Phone_Number: "9840012345",
      })
    ).data.id as number;
  const id = await createTicket();
  const printTicket = (ticket: number) => driver.post(`/actions/valet/${ticket}/print-slip`);
  const counts = (await Promise.all(Array.from({ length: 4 }, () => printTicket(id)))).map(
    ({ data }) => data.slip_prints as number,
  );
  assert.deepEqual(new Set(counts), new Set([1, 2, 3, 4]));
  assert.equal((await driver.post(`/actions/valet/${id}/take-cash`, {})).status, 200);
  const { data } = await printTicket(id);
  assert.deepEqual([data.slip_prints, data.receipt_prints], [4, 1]);
  const cancelled = await createTicket();
  assert.equal((await driver.post(`/actions/valet/${cancelled}/void`, { reason: "Entered twice" })).status, 200);
  assert.equal((await printTicket(cancelled)).code, "NO_NEXT_STATUS");
});
