// §4 Pay later: debts are listed, collected into the day and shift of the payment, or written off, each once.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Sql } from "#server/db/pool.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gateUser: CreatedUser;
let gate: TestClient;
let manager: TestClient;

before(async () => {
  branch = await make.valetBranch({ is_parking: true, rate: "20.00" });
  const { id: config } = await make.row("Parking_Configuration", { is_slot_required: false });
  await sql`update "Branch" set parking_config = ${config} where id = ${branch.id}`;
  await make.row("Time_Charges", {
    branch: branch.id,
    service: "is_parking",
    parking_time_type: "minutes",
    time_value_for_minutes: 30,
    charge_amount_for_minutes: "20.00",
  });
  gateUser = await make.user("staff", { branch });
  gate = await asUser(gateUser);
  manager = await asUser(await make.user("manager", { branch, first_name: "Meena" }));
});

async function checkIn(vehicle = make.plate(), minutes = 50): Promise<number> {
  const { data, text } = await gate.post("/actions/parking/check-in", { vehicle_no: vehicle, phone_no: "9840012345" });
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  return data.id;
}

/** An entry of ₹40 that has left with the payment type pay later. */
async function leaveUnpaid(vehicle = make.plate()): Promise<number> {
  const id = await checkIn(vehicle);
  const deferred = { payment_type: "pay-later", pay_later_reason: "Forgot the wallet" };
  assert.equal((await manager.patch(`/items/Parking_Information/${id}`, deferred)).status, 200);
  assert.equal((await gate.post(`/actions/parking/${id}/check-out`)).status, 200);
  return id;
}

const listDebts = async (query: string) => (await gate.get(`/actions/debts?${query}`)).data;
const today = (): string => new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
const readTotals = async () => (await manager.get(`/actions/cash/day?day=${today()}`)).data.totals;

test("paying later requires a reason", async () => {
  const id = await checkIn();
  const response = await manager.patch(`/items/Parking_Information/${id}`, { payment_type: "pay-later" });
  assert.equal(response.code, "DEFER_REASON_REQUIRED", response.text);
  assert.equal(response.errors[0]!.extensions["field"], "pay_later_reason");
});

test("a vehicle that left unpaid is found by number, phone, receipt and age", async () => {
  const vehicle = make.plate();
  const id = await leaveUnpaid(vehicle);
  const receipt = (await sql`select receipt_no from "Parking_Information" where id = ${id}`)[0]!["receipt_no"];
  const found = await listDebts(`vehicle=${vehicle}`);
  assert.deepEqual([found.count, found.total], [1, 4000]);
  assert.equal(found.debts[0].reason, "Forgot the wallet");
  const findIds = async (query: string) => (await listDebts(query)).debts.map((debt: { id: number }) => debt.id);
  assert.deepEqual(await findIds(`search=${vehicle.slice(-6).toLowerCase()}`), [id]);
  assert.deepEqual(await findIds(`search=${receipt}`), [id]);
  assert.ok((await findIds("search=984001")).includes(id));
  assert.deepEqual(await findIds("search=%25"), []);
  assert.deepEqual(await findIds(`vehicle=${vehicle}&age=7`), []);
  await sql`update "Parking_Information" set in_time = in_time - interval '9 days', out_time = out_time - interval '9 days' where id = ${id}`;
  assert.deepEqual(await findIds(`vehicle=${vehicle}&age=7`), [id]);
  assert.equal((await gate.get("/actions/debts?page=x")).code, "INVALID_QUERY");
});

test("a ticket's debt is listed with those of entries", async () => {
  const vehicle = make.plate();
  const { data } = await gate.post("/actions/valet/create-ticket", {
    Vehicle_Number: vehicle,
    Customer_Phone_Number: "9840012345",
  });
  const row = { out_time: new Date(), extended_amount: 60, total_amount: 60, status_id: 6, payment_type: "pay-later" };
  await sql`update "Valet_and_Parking_Information" set ${sql(row)} where id = ${data.id}`;
  assert.deepEqual(
    (await listDebts(`vehicle=${vehicle}`)).debts.map(({ kind, owed }: { kind: string; owed: number }) => [kind, owed]),
    [["V", 6000]],
  );
});

test("the next visit's payment takes the earlier debt too, into the shift and day of the payment", async () => {
  const vehicle = make.plate();
  const debt = await leaveUnpaid(vehicle);
  await sql`update "Parking_Information" set in_time = in_time - interval '3 days', out_time = out_time - interval '3 days' where id = ${debt}`;
  const before = await readTotals();
  const id = await checkIn(vehicle, 20);
  const debts = [{ kind: "P", id: debt }];
  const wrong = await gate.post(`/actions/parking/${id}/take-cash`, { debts, expected: 2000, auto_checkout: true });
  assert.equal(wrong.code, "AMOUNT_MISMATCH", wrong.text);
  assert.equal(wrong.errors[0]!.extensions["owed"], 6000);
  const taken = await gate.post(`/actions/parking/${id}/take-cash`, { debts, expected: 6000, auto_checkout: true });
  assert.equal(taken.status, 200, taken.text);
  const payments =
    await sql`select p.amount::int as amount, s.collector, p.received_at > now() - interval '1 minute' as is_today
    from payments p join cash_shifts s on s.id = p.shift where p.parking_information in (${id}, ${debt}) order by p.id`;
  assert.deepEqual(
    payments.map((row) => ({ ...row })),
    [20, 40].map((amount) => ({ amount, collector: gateUser.id, is_today: true })),
  );
  assert.equal((await listDebts(`vehicle=${vehicle}`)).count, 0);
  const after = await readTotals();
  assert.deepEqual([after.cash - before.cash, after.debts_collected - before.debts_collected], [6000, 4000]);
});

test("debts are collected all or not at all, and an entry that has not left has none", async () => {
  const [first, second, inside] = [await leaveUnpaid(), await leaveUnpaid(), await checkIn()];
  const collect = (ids: number[], expected?: number) =>
    gate.post("/actions/debts/collect", { debts: ids.map((id) => ({ kind: "P", id })), expected });
  assert.equal((await collect([first, inside])).code, "NOTHING_OWED");
  assert.equal((await collect([first, second], 4000)).code, "AMOUNT_MISMATCH");
  const [paid] =
    await sql`select count(*)::int as count from payments where parking_information in (${first}, ${second}, ${inside})`;
  assert.equal(paid!["count"], 0);
  assert.equal((await collect([first, second, first], 8000)).data.collected, 8000);
  assert.equal((await collect([first])).code, "ALREADY_PAID");
});

test("a debt that arose after a payment is collected as an extra payment", async () => {
  const id = await checkIn(make.plate(), 20);
  await gate.post(`/actions/parking/${id}/take-cash`, {});
  await sql`update "Parking_Information" set in_time = in_time - interval '30 minutes' where id = ${id}`;
  await manager.patch(`/items/Parking_Information/${id}`, {
    payment_type: "pay-later",
    pay_later_reason: "In a hurry",
  });
  await gate.post(`/actions/parking/${id}/check-out`);
  const collected = await gate.post("/actions/debts/collect", { debts: [{ kind: "P", id }], expected: 2000 });
  assert.equal(collected.data?.collected, 2000, collected.text);
});

test("managers write a debt off with a reason; it is on the day's sheet and takes no more payments", async () => {
  const id = await leaveUnpaid();
  const path = `/actions/parking/${id}/write-off`;
  const before = await readTotals();
  assert.equal((await gate.post(path, { reason: "Small" })).code, "FORBIDDEN");
  assert.equal((await manager.post(path, { reason: " " })).code, "WRITE_OFF_REASON_REQUIRED");
  assert.equal((await manager.post(path, { reason: "Gone", expected: 100 })).code, "AMOUNT_MISMATCH");
  assert.equal((await manager.post(path, { reason: "Scrapped car", expected: 4000 })).status, 204);
  assert.equal((await manager.post(path, { reason: "Again" })).code, "NOTHING_OWED");
  assert.equal((await gate.post(`/actions/parking/${id}/take-cash`, {})).code, "DEBT_WRITTEN_OFF");
  assert.equal((await gate.post("/actions/debts/collect", { debts: [{ kind: "P", id }] })).code, "DEBT_WRITTEN_OFF");
  const { totals, remarkable } = (await manager.get(`/actions/cash/day?day=${today()}`)).data;
  assert.equal(totals.written_off - before.written_off, 4000);
  const flags = remarkable.filter((row: { id: number }) => row.id === id);
  assert.deepEqual(
    flags.map(({ why, size, note, by }: { [field: string]: unknown }) => [why, size, note, by]),
    [
      ["pay-later", 4000, "Forgot the wallet", "Meena"],
      ["written-off", 4000, "Scrapped car", "Meena"],
    ],
  );
  const [row] =
    await sql`select payment_status, extended_amount::int as owed, paid_amount::int as paid from "Parking_Information" where id = ${id}`;
  assert.deepEqual({ ...row }, { payment_status: "not_paid", owed: 0, paid: 0 });
});

test("an entry that has not left cannot be written off, through any API", async () => {
  const id = await checkIn();
  assert.equal((await manager.post(`/actions/parking/${id}/write-off`, { reason: "x" })).code, "NOTHING_OWED");
  const patched = await manager.patch(`/items/Parking_Information/${id}`, { written_off_amount: "20.00" });
  assert.equal(patched.code, "FORBIDDEN");
});

test("collecting and writing off one debt at the same time: exactly one takes effect", async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await leaveUnpaid();
    const responses = await Promise.all([
      gate.post("/actions/debts/collect", { debts: [{ kind: "P", id }] }),
      manager.post(`/actions/parking/${id}/write-off`, { reason: "Race" }),
      gate.post(`/actions/parking/${id}/take-cash`, {}),
    ]);
    assert.equal(responses.filter(({ status }) => status < 300).length, 1, responses.map(({ text }) => text).join());
    const [sum] = await sql`select coalesce(paid_amount, 0)::int + coalesce(written_off_amount, 0)::int as settled,
      (select coalesce(sum(amount), 0)::int from payments where parking_information = ${id}) as received, coalesce(paid_amount, 0)::int as paid
      from "Parking_Information" where id = ${id}`;
    assert.equal(sum!["settled"], 40);
    assert.equal(sum!["received"], sum!["paid"]);
  }
});

test("control: without compare-and-set, one debt is both collected and written off", async () => {
  await sql`create table bare_debts (id int primary key, paid int not null, written_off int not null)`;
  await sql`insert into bare_debts values (1, 0, 0)`;
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const settle = (column: string) =>
    sql.begin(async (tx) => {
      const [row] = await tx`select paid + written_off as settled from bare_debts where id = 1`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (row!["settled"] === 0) await tx`update bare_debts set ${(tx as unknown as Sql)(column)} = 40 where id = 1`;
    });
  await Promise.all([settle("paid"), settle("written_off")]);
  const [row] = await sql`select paid, written_off from bare_debts`;
  assert.deepEqual({ ...row }, { paid: 40, written_off: 40 });
});
