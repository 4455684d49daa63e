// §4: a pass is paid online by its holder for the period that was shown, once; anything else is returned to the payer.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import type { TestClient } from "#tests/support/app.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { asUser, sql, factories: make, simulator, branch: createBranch } = await startPaymentsApp();
const tariff = {
  plans: [
    { name: "Standard", rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 4_000 }] }] },
  ],
  passes: [
    { vehicle_type: null, per: "month", amount: 50_000 },
    { vehicle_type: null, per: "day", amount: 3_000 },
  ],
};
const month = { time_type: "month", duration: 1 };
const visitors = await asUser();
let branch: CreatedBranch;
let gate: TestClient;
let manager: TestClient;

beforeEach(async () => {
  branch = await createBranch();
  gate = await asUser(await make.user("staff", { branch }));
  const user = await make.user("manager", { branch, first_name: "Meena", in_out_flag: false });
  manager = await asUser(user);
  await manager.patch(`/users/${user.id}`, { in_out_flag: true });
  const version = { branch: branch.id, service: "is_parking", tariff };
  assert.equal((await manager.post("/items/Tariff_Versions", version)).status, 200);
});

async function issue(body: object = {}): Promise<number> {
  const visitor = { vehicle_no: make.plate(), phone_no: "9840012345" };
  const { data, text } = await gate.post("/actions/passes", { ...visitor, ...month, ...body });
  assert.ok(data, text);
  return data.id;
}
async function issuePaid(): Promise<number> {
  const id = await issue();
  assert.equal((await takeCash(id)).status, 200);
  return id;
}
const takeCash = (id: number) => gate.post(`/actions/passes/${id}/take-payment`, { channel: "cash" });
const renew = (id: number, body: object = month) => gate.post(`/actions/passes/${id}/renew`, body);

/** As the holder of the link from the SMS. */
async function readAsHolder(id: number) {
  const token = testTokens.issue({ kind: tokenKinds.passLink, payload: id });
  return (await visitors.get("/actions/passes/holder", undefined, { "x-pass": token })).data;
}
async function readLink(id: number): Promise<string> {
  return `/actions/payments/link/${(await readAsHolder(id)).due.pay}`;
}
async function start(id: number) {
  const { data, text } = await visitors.post(`${await readLink(id)}/start`, {});
  assert.ok(data, text);
  return data;
}
/** A second open page of the same pass: that of the first has grown old. */
async function startTwice(id: number) {
  const first = await start(id);
  await sql`update payment_attempts set date_created = date_created - interval '11 minutes' where id = ${first.id}`;
  const second = await start(id);
  assert.notEqual(first.id, second.id);
  return [first, second] as const;
}
async function settle(...attempts: readonly { id: number; url: string }[]): Promise<void> {
  await Promise.all(attempts.map(({ url }) => pressProviderAction(url, "succeed")));
  for (const { id } of attempts)
    await waitUntil(
      async () => (await sql`select state from payment_attempts where id = ${id}`)[0]!["state"],
      (state) => state === "success",
    );
}
const readAttempt = async (id: number) => {
  const [row] = await sql`
    select (applied_amount * 100)::int as applied, (select (sum(amount) * 100)::int from payment_refunds where attempt = a.id) as returned,
      (select min(kind) from payment_refunds where attempt = a.id) as kind from payment_attempts a where id = ${id}`;
  return { ...row };
};
const readPass = async (id: number) => {
  const [row] = await sql<{ paid: number; due: number; unpaid: boolean; till: Date; refunded: number }[]>`
    select (coalesce(paid_amount, 0) * 100)::int as paid, (coalesce(due_amount, 0) * 100)::int as due, is_unpaid as unpaid,
      pass_end_time as till, (coalesce(refunded_amount, 0) * 100)::int as refunded from "Parking_Main_Information" where id = ${id}`;
  return row!;
};
const used = (amount: number) => ({ applied: amount, returned: null, kind: null });
const returned = (amount: number) => ({ applied: 0, returned: amount, kind: "late" });

test("a new pass is valid once its holder has paid it, with one row of the ledger for its period, and a receipt", async () => {
  const id = await issue();
  const holder = await readAsHolder(id);
  assert.deepEqual([holder.state, holder.qr, holder.due.amount], ["unpaid", null, 50_000]);
  const page = (await visitors.get(await readLink(id))).data;
  assert.deepEqual(
    [page.kind, page.owed.extended, page.owed.paid, page.isOffered, page.period],
    ["M", 50_000, 0, true, { from: holder.due.from, till: holder.due.till }],
  );
  const attempt = await start(id);
  assert.deepEqual([attempt.amount, (await start(id)).id], [50_000, attempt.id]);
  await settle(attempt);
  assert.deepEqual(await readAttempt(attempt.id), used(50_000));
  const paid = await readAsHolder(id);
  assert.deepEqual([paid.state, paid.due], ["valid", null]);
  const ledger = await sql`
    select (amount * 100)::int as amount, mode, channel, merchant_transaction_id as transaction, shift, collected_by, valid_from, valid_till
    from payments where pass = ${id}`;
  assert.deepEqual(
    ledger.map((row) => ({ ...row })),
    [
      {
        amount: 50_000,
        mode: "online",
        channel: "online",
        transaction: attempt.transaction,
        shift: null,
        collected_by: null,
        valid_from: new Date(holder.due.from),
        valid_till: new Date(holder.due.till),
      },
    ],
  );
  const token = page.token;
  const after = (await visitors.get(`/actions/payments/link/${token}`)).data;
  assert.deepEqual([after.owed.extended, after.owed.paid, after.badge], [0, 50_000, "Paid"]);
  const receipt = (await visitors.get(`/actions/receipts/${token}`)).data;
  assert.deepEqual([receipt.lines.length, receipt.lines[0].amount, receipt.mayInvoice], [1, 50_000, true]);
  assert.equal((await visitors.post(`/actions/payments/link/${token}/start`, {})).code, "ALREADY_PAID");
});

test("a renewal paid by the link extends the pass, and a vehicle that is inside stays free", async () => {
  const id = await issuePaid();
  const before = await readPass(id);
  const { data: entry } = await gate.post("/actions/parking/check-in", { parking_main_info: id });
  await renew(id);
  await settle(await start(id));
  const after = await readPass(id);
  assert.ok(after.till > before.till);
  assert.deepEqual([after.paid, after.due], [100_000, 0]);
  const token = (await gate.get(`/actions/payments/pass/${id}`)).data.token;
  const { lines } = (await visitors.get(`/actions/receipts/${token}`)).data;
  const ends = lines.map(({ period }: { period: { till: string } }) => period.till);
  assert.deepEqual(ends, [before.till.toISOString(), after.till.toISOString()]);
  const [inside] = await sql`select free_until from "Parking_Information" where id = ${entry.id}`;
  assert.deepEqual(inside!["free_until"], after.till);
});

test("a declined payment leaves what is due, which is then paid in cash", async () => {
  const id = await issue();
  const attempt = await start(id);
  assert.equal((await gate.get(`/actions/payments/pass/${id}`)).data.attempt.state, "pending");
  await pressProviderAction(attempt.url, "decline");
  await waitUntil(
    async () => (await sql`select state from payment_attempts where id = ${attempt.id}`)[0]!["state"],
    (state) => state === "failed",
  );
  assert.equal((await takeCash(id)).status, 200);
  assert.deepEqual([(await readPass(id)).unpaid, (await readPass(id)).paid], [false, 50_000]);
});

test("of two payers of one renewal the second gets the money back, however close they are", async () => {
  const id = await issuePaid();
  const before = await readPass(id);
  await renew(id);
  const [first, second] = await startTwice(id);
  await settle(first, second);
  const outcomes = [await readAttempt(first.id), await readAttempt(second.id)];
  assert.deepEqual(
    outcomes.toSorted((one, other) => Number(other["applied"]) - Number(one["applied"])),
    [used(50_000), returned(50_000)],
  );
  const after = await readPass(id);
  assert.equal(after.paid, 100_000);
  // One month and not two.
  assert.ok(after.till.getTime() - before.till.getTime() < 32 * 86_400_000);
});

test("online against cash: the period is granted once, and what came too late is returned", async () => {
  const id = await issue();
  const attempt = await start(id);
  const [cash] = await Promise.all([takeCash(id), settle(attempt)]);
  const isCash = cash.status === 200;
  assert.ok(isCash || cash.code === "ALREADY_PAID", cash.text);
  assert.deepEqual(await readAttempt(attempt.id), isCash ? returned(50_000) : used(50_000));
  assert.equal((await readPass(id)).paid, 50_000);
});

test("control: without the lock of the pass, both payments would grant the period", async () => {
  await sql`create table bare_passes (due int not null, paid int not null default 0, periods int not null default 0)`;
  await sql`insert into bare_passes (due) values (500)`;
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const payOnce = () =>
    sql.begin(async (tx) => {
      const [pass] = await tx`select due from bare_passes`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (pass!["due"] > 0) await tx`update bare_passes set due = 0, paid = paid + 500, periods = periods + 1`;
    });
  await Promise.all([payOnce(), payOnce()]);
  assert.deepEqual({ ...(await sql`select paid, periods from bare_passes`)[0] }, { paid: 1_000, periods: 2 });
});

test("a payment for a period that was replaced, dropped or is paid already never pays another one", async () => {
  // Replaced by a shorter renewal, at another price.
  const replaced = await issuePaid();
  await renew(replaced);
  const forMonth = await start(replaced);
  await renew(replaced, { time_type: "days", duration: 2 });
  const forDays = await start(replaced);
  assert.deepEqual([forDays.amount, forDays.id === forMonth.id], [6_000, false]);
  await settle(forMonth);
  assert.deepEqual(await readAttempt(forMonth.id), returned(50_000));
  assert.equal((await readPass(replaced)).due, 6_000);
  // Paid in cash, and renewed again at the same price: the late payment was for the first renewal.
  const renewed = await issuePaid();
  await renew(renewed);
  const late = await start(renewed);
  assert.equal((await takeCash(renewed)).status, 200);
  await renew(renewed);
  await settle(late);
  assert.deepEqual(await readAttempt(late.id), returned(50_000));
  assert.equal((await readPass(renewed)).due, 50_000);
  // Ended meanwhile.
  const ended = await issue();
  const forEnded = await start(ended);
  assert.equal((await manager.post(`/actions/passes/${ended}/end`, { reason: "Moved away" })).status, 200);
  await settle(forEnded);
  assert.deepEqual(await readAttempt(forEnded.id), returned(50_000));
});

test("a payment for a pass that moved to another plate meanwhile is used", async () => {
  const id = await issuePaid();
  await renew(id);
  const attempt = await start(id);
  assert.equal((await gate.post(`/actions/passes/${id}/move`, { vehicle_no: make.plate() })).status, 200);
  await settle(attempt);
  assert.deepEqual(await readAttempt(attempt.id), used(50_000));
});

test("another amount waits for a manager: less pays nothing, more pays what is due and returns the rest", async () => {
  const receive = async (amount: number) => {
    const id = await issue();
    const attempt = await start(id);
    const payment = [...simulator.book.payments.values()].find(({ id: known }) => known === attempt.transaction)!;
    Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS", amount });
    await waitUntil(
      async () => (await sql`select state from payment_attempts where id = ${attempt.id}`)[0]!["state"],
      (state) => state === "review",
    );
    return { id, attempt: attempt.id };
  };
  const decide = (attempt: number) =>
    manager.post(`/actions/payments/attempts/${attempt}/decide`, { decision: "apply", reason: "As the holder wishes" });
  const less = await receive(40_000);
  const [listed] = (await manager.get("/actions/payments/unclear")).data;
  assert.deepEqual([listed.kind, listed.entry, listed.reason], ["M", less.id, "other-amount"]);
  const review = (await manager.get(`/actions/payments/attempts/${less.attempt}`)).data;
  assert.deepEqual([review.owed, review.usable], [50_000, 0]);
  assert.equal((await decide(less.attempt)).status, 204);
  assert.deepEqual(await readAttempt(less.attempt), returned(40_000));
  assert.equal((await readPass(less.id)).unpaid, true);
  const more = await receive(60_000);
  assert.equal((await decide(more.attempt)).status, 204);
  assert.deepEqual(await readAttempt(more.attempt), { applied: 50_000, returned: 10_000, kind: "late" });
  const [pass] = await sql`select is_unpaid, change_reason from "Parking_Main_Information" where id = ${more.id}`;
  assert.deepEqual({ ...pass }, { is_unpaid: false, change_reason: "Meena: As the holder wishes" });
});

test("ending a pass returns what was paid online through the provider, once, and nothing else does", async () => {
  const id = await issue();
  const attempt = await start(id);
  await settle(attempt);
  const refund = () =>
    manager.post(`/actions/payments/attempts/${attempt.id}/refund`, { amount: "10.00", reason: "Asked" });
  assert.equal((await refund()).code, "REVERSAL_NOT_ALLOWED");
  const [payment] = await sql`select id from payments where pass = ${id}`;
  const reversal = { payment: payment!["id"], reason: "Typing error" };
  assert.equal((await gate.post(`/actions/passes/${id}/reverse-payment`, reversal)).code, "REVERSAL_NOT_ALLOWED");
  // The gate sold it a moment ago, but the provider took the payment.
  const mistake = { reason: "Wrong vehicle" };
  assert.equal((await gate.post(`/actions/passes/${id}/end`, mistake)).code, "REVERSAL_NOT_ALLOWED");
  await sql`update payments set received_at = received_at - interval '6 minutes' where pass = ${id}`;
  const { amount, parts } = (await manager.get(`/actions/passes/${id}/return`)).data;
  assert.ok(amount > 0 && amount < 50_000);
  assert.deepEqual(parts, [{ channel: "online", amount }]);
  const end = () => manager.post(`/actions/passes/${id}/end`, { reason: "Moved away", expected: amount });
  assert.equal((await end()).status, 200);
  await waitUntil(
    async () => (await readPass(id)).refunded,
    (refunded) => refunded === amount,
  );
  assert.deepEqual(await readAttempt(attempt.id), { applied: 50_000, returned: amount, kind: "manager" });
  assert.equal((await sql`select 1 from payments where pass = ${id} and kind = 'refund'`).length, 0);
  assert.equal((await end()).code, "INVITE_NOT_VALID_NOW");
});

test("starts no payment for a pass that waits, was rejected or is free, nor at a branch without a provider", async () => {
  const id = await issue();
  const link = await readLink(id);
  const tryStart = async (change: string) => {
    await sql.unsafe(`update "Parking_Main_Information" set ${change} where id = ${id}`);
    return (await visitors.post(`${link}/start`, {})).code;
  };
  assert.equal((await visitors.post(`${link}/start`, { expected: "1.00" })).code, "AMOUNT_MISMATCH");
  assert.equal((await visitors.post(`${link}/start`, { part: "100.00" })).code, "AMOUNT_BELOW_MINIMUM");
  assert.equal(await tryStart("is_waiting_for_approve = true"), "NO_NEXT_STATUS");
  assert.equal(await tryStart("is_waiting_for_approve = false, parking_status_id = 4"), "NO_NEXT_STATUS");
  assert.equal(await tryStart("parking_status_id = 3, due_till = now() - interval '1 minute'"), "ALREADY_PAID");
  await sql`delete from payment_settings where branch = ${branch.id}`;
  const other = await issue();
  assert.equal((await readAsHolder(other)).due.pay, null);
});
