// §4: partial payments, refunds in cash, reversals and limits of discounts, each once and never more than was paid.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;
let second: TestClient;
let managerUser: CreatedUser;
let manager: TestClient;

before(async () => {
  branch = await make.branch({ rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
  second = await asUser(await make.user("staff", { branch }));
  managerUser = await make.user("manager", { branch, in_out_flag: false });
  manager = await asUser(managerUser);
  assert.equal((await manager.patch(`/users/${managerUser.id}`, { in_out_flag: true })).status, 200);
});

/** An entry that owes ₹40. */
async function checkIn(): Promise<number> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

const takeCash = (id: number, body: object = {}, by = gate) => by.post(`/actions/parking/${id}/take-cash`, body);
async function readEntry(id: number) {
  const [row] = await sql`select payment_status as status, paid_amount::int as paid, extended_amount::int as owed,
    coalesce(refunded_amount, 0)::int as refunded, payment_mode as mode from "Parking_Information" where id = ${id}`;
  return { ...row };
}
const findPayments = (id: number) =>
  sql<{ id: number; amount: number; kind: string; shift: number; reason: string | null }[]>`
    select id, amount::int as amount, kind, shift, reason from payments where parking_information = ${id} order by id`;
const reverse = (id: number, by = gate, reason = "Typed ₹40 twice") =>
  by.post(`/actions/cash/payments/${id}/reverse`, { reason });
const refund = (id: number, amount: string, by = manager) =>
  by.post(`/actions/cash/payments/${id}/refund`, { amount, reason: "Waited too long" });

test("a part is collected and the rest stays due; the last part makes the entry paid", async () => {
  const id = await checkIn();
  assert.equal((await takeCash(id, { part: "15.00", expected: 4000 })).status, 200);
  assert.deepEqual(await readEntry(id), { status: "partially_paid", paid: 15, owed: 25, refunded: 0, mode: "cash" });
  assert.equal((await gate.post(`/actions/parking/${id}/check-out`)).code, "NOT_SETTLED");
  assert.equal((await takeCash(id, { part: "25.01" })).code, "AMOUNT_TOO_HIGH");
  assert.equal((await takeCash(id, { part: "0" })).code, "AMOUNT_TOO_LOW");
  assert.equal((await takeCash(id, { part: "10.00", expected: 4000 })).code, "AMOUNT_MISMATCH");
  assert.equal((await takeCash(id, { part: "25.00", expected: 2500 })).status, 200);
  assert.deepEqual(await readEntry(id), { status: "paid", paid: 40, owed: 0, refunded: 0, mode: "cash" });
  assert.equal((await takeCash(id, { part: "1.00" })).code, "ALREADY_PAID");
  const payments = await findPayments(id);
  assert.deepEqual(
    payments.map(({ amount, kind }) => [amount, kind]),
    [
      [15, "payment"],
      [25, "payment"],
    ],
  );
  assert.ok(payments.every(({ shift }) => shift !== null));
  assert.equal((await gate.post(`/actions/parking/${id}/check-out`)).status, 200);
});

test("after the reversal of an extra payment, and without the extra charge, a visit that has left is paid", async () => {
  const id = await checkIn();
  const path = `/items/Parking_Information/${id}`;
  await takeCash(id, { auto_checkout: true });
  const paid = { status: "paid", paid: 40, owed: 0, refunded: 0, mode: "cash" };
  const setExtra = async (amount: string) =>
    assert.equal((await gate.patch(path, { additional_charge: amount, addition_note: "Wash" })).status, 200);
  await setExtra("50.00");
  assert.equal((await takeCash(id, { is_extra: true })).status, 200);
  const [, payment] = await findPayments(id);
  assert.equal((await reverse(payment!.id)).status, 200);
  assert.deepEqual(await readEntry(id), { ...paid, status: "partially_paid", owed: 50 });
  await setExtra("10.00");
  assert.deepEqual(await readEntry(id), { ...paid, status: "partially_paid", owed: 10 });
  await setExtra("0.00");
  assert.deepEqual(await readEntry(id), paid);
  assert.equal((await findPayments(id)).length, 3, "no payment is recorded");
});

test("two cashiers take a part of the same balance at the same time: one is told that it changed", async () => {
  const id = await checkIn();
  const responses = await Promise.all([gate, second].map((by) => takeCash(id, { part: "15.00", expected: 4000 }, by)));
  assert.deepEqual(
    responses
      .map(({ status, code }) => code ?? status)
      .toSorted((first, second) => String(first).localeCompare(String(second))),
    [200, "AMOUNT_MISMATCH"],
  );
  assert.equal((await readEntry(id))["paid"], 15);
});

test("a discount does not lower the charge below what was received", async () => {
  const id = await checkIn();
  await takeCash(id, { part: "30.00" });
  const discount = (amount: string) =>
    gate.patch(`/items/Parking_Information/${id}`, { deduction_charge: amount, deduction_note: "Regular" });
  assert.equal((await discount("10.01")).code, "AMOUNT_TOO_HIGH");
  assert.equal((await discount("10.00")).status, 200);
});

test("a mistyped payment is reversed by its collector until the shift is counted, and owed again", async () => {
  const id = await checkIn();
  await takeCash(id);
  const [payment] = await findPayments(id);
  assert.equal((await reverse(payment!.id, gate, " ")).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await reverse(payment!.id, second)).code, "FORBIDDEN");
  assert.equal((await reverse(payment!.id, manager)).code, "REVERSAL_NOT_ALLOWED");
  assert.equal((await reverse(payment!.id)).status, 200);
  assert.deepEqual(await readEntry(id), { status: "not_paid", paid: 0, owed: 40, refunded: 0, mode: null });
  const [, reversal] = await findPayments(id);
  assert.deepEqual(
    { ...reversal, id: undefined },
    { amount: -40, kind: "reversal", shift: payment!.shift, reason: "Typed ₹40 twice", id: undefined },
  );
  assert.equal((await reverse(payment!.id)).code, "PAYMENT_CORRECTED");
  assert.equal((await reverse(reversal!.id)).code, "REVERSAL_NOT_ALLOWED");
  assert.equal((await takeCash(id, { auto_checkout: true })).status, 200);
  const [, , again] = await findPayments(id);
  await sql`update cash_shifts set closed_at = now(), counted = 0 where id = ${again!.shift}`;
  assert.equal((await reverse(again!.id)).code, "SHIFT_ALREADY_CLOSED");
});

test("a manager refunds cash from the own shift, never more than was paid; a refund on duty opens one", async () => {
  const id = await checkIn();
  await takeCash(id);
  const [payment] = await findPayments(id);
  assert.equal((await refund(payment!.id, "10.00", gate)).code, "FORBIDDEN");
  assert.equal((await refund(payment!.id, "40.01")).code, "REFUND_TOO_HIGH");
  assert.equal((await refund(payment!.id, "10.00")).status, 200);
  assert.equal((await refund(payment!.id, "30.01")).code, "REFUND_TOO_HIGH");
  assert.equal((await reverse(payment!.id)).code, "PAYMENT_CORRECTED");
  const [, row] = await findPayments(id);
  const [shift] = await sql`select id from cash_shifts where collector = ${managerUser.id} and closed_at is null`;
  assert.deepEqual([row!.amount, row!.kind, row!.shift, row!.reason], [-10, "refund", shift!["id"], "Waited too long"]);
  assert.equal((await readEntry(id))["refunded"], 10);
  const closed = await manager.patch(`/items/cash_shifts/${shift!["id"]}`, { counted: "0.00" });
  assert.equal(closed.data.expected, "-10.00");
  // Counted during the duty: the next cash belongs to the next shift, also for an admin, who has no duty.
  assert.equal((await refund(payment!.id, "5.00")).status, 200);
  const adminUser = await make.user("admin", { branch });
  assert.equal((await refund(payment!.id, "5.00", await asUser(adminUser))).status, 200);
  const [, , next, last] = await findPayments(id);
  const opened =
    await sql`select id, collector from cash_shifts where closed_at is null and id in (${next!.shift}, ${last!.shift})`;
  assert.deepEqual(new Set(opened.map(({ collector }) => collector)), new Set([managerUser.id, adminUser.id]));
  const absent = await asUser(await make.user("manager", { branch, in_out_flag: false }));
  assert.equal((await refund(payment!.id, "5.00", absent)).code, "SHIFT_REQUIRED");
});

test("who took a payment sees what another person gave back of it, and nothing else of theirs", async () => {
  const [id, other] = [await checkIn(), await checkIn()];
  await takeCash(id);
  await takeCash(other, {}, second);
  const [payment] = await findPayments(id);
  const [foreign] = await findPayments(other);
  for (const { id: refunded } of [payment!, foreign!]) assert.equal((await refund(refunded, "10.00")).status, 200);
  const readKinds = async (entry: number, by: TestClient) => {
    const filter = encodeURIComponent(JSON.stringify({ parking_information: { _eq: entry } }));
    const { data } = await by.get(`/items/payments?fields=kind,corrects&sort=id&filter=${filter}`);
    return data.map(({ kind, corrects }: { kind: string; corrects: number | null }) => [kind, corrects]);
  };
  const rows = [
    ["payment", null],
    ["refund", payment!.id],
  ];
  assert.deepEqual(await readKinds(id, gate), rows);
  assert.deepEqual(await readKinds(id, manager), rows);
  assert.deepEqual(await readKinds(other, gate), []);
  assert.equal((await reverse(payment!.id)).code, "PAYMENT_CORRECTED");
});

test("a refund requested twice at the same time is paid out once", async () => {
  const id = await checkIn();
  await takeCash(id);
  const [payment] = await findPayments(id);
  const responses = await Promise.all(Array.from({ length: 4 }, () => refund(payment!.id, "40.00")));
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  const [sum] = await sql`select sum(amount)::int as sum from payments where parking_information = ${id}`;
  assert.equal(sum!["sum"], 0);
});

test("control: without the lock, a refund requested twice is paid out twice", async () => {
  await sql`create table bare_refunds (amount int not null)`;
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const refundOnce = () =>
    sql.begin(async (tx) => {
      const [row] = await tx`select coalesce(sum(amount), 0)::int as refunded from bare_refunds`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (row!["refunded"] === 0) await tx`insert into bare_refunds values (40)`;
    });
  await Promise.all([refundOnce(), refundOnce()]);
  const [row] = await sql`select sum(amount)::int as refunded from bare_refunds`;
  assert.equal(row!["refunded"], 80);
});

test("the limit of a role applies to discounts through every API", async () => {
  const admin = await asUser(await make.user("admin", { branch }));
  const set = (discount_limits: unknown) => admin.patch(`/items/Branch/${branch.id}`, { discount_limits });
  assert.equal((await set({ staff: -1 })).code, "FAILED_VALIDATION");
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { discount_limits: null })).code, "FORBIDDEN");
  assert.equal((await set({ staff: 500 })).status, 200);
  const id = await checkIn();
  const discount = { deduction_charge: "5.01", deduction_note: "Regular" };
  const rejected = await takeCash(id, discount);
  assert.deepEqual(
    [rejected.code, rejected.errors[0]!.extensions["field"], rejected.errors[0]!.extensions["limit"]],
    ["DISCOUNT_OVER_LIMIT", "deduction_charge", 500],
  );
  assert.equal((await gate.patch(`/items/Parking_Information/${id}`, discount)).code, "DISCOUNT_OVER_LIMIT");
  assert.equal((await manager.patch(`/items/Parking_Information/${id}`, discount)).status, 200);
  assert.equal((await takeCash(id, discount)).status, 200);
  assert.equal((await set(null)).status, 200);
});
