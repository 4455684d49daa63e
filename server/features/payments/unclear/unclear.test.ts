// §4: a payment of another amount than requested waits for a person, who decides once; what is not needed is returned.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestClient } from "#tests/support/app.ts";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { asUser, sql, factories: make, simulator, branch: createBranch } = await startPaymentsApp();

interface Reviewed {
  attempt: number;
  entry: number;
  manager: TestClient;
  second: TestClient;
  gate: TestClient;
}

const findPayment = (transaction: string) =>
  [...simulator.book.payments.values()].find(({ id }) => id === transaction)!;

/** An entry that owes ₹40, for whose payment the provider received `received` paise. */
async function createReviewed(received: number): Promise<Reviewed> {
  const branch = await createBranch();
  const createManager = async (first_name: string) => {
    const user = await make.user("manager", { branch, first_name, in_out_flag: false });
    const client = await asUser(user);
    await client.patch(`/users/${user.id}`, { in_out_flag: true });
    return client;
  };
  const gate = await asUser(await make.user("staff", { branch }));
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const started = (await gate.post(`/actions/payments/parking/${data.id}/start`)).data;
  Object.assign(findPayment(started.transaction), { state: "COMPLETED", code: "PAYMENT_SUCCESS", amount: received });
  await waitUntil(
    async () => (await sql`select state from payment_attempts where id = ${started.id}`)[0]!["state"],
    (state) => state === "review",
  );
  return {
    attempt: started.id,
    entry: data.id,
    manager: await createManager("Meena"),
    second: await createManager("Latha"),
    gate,
  };
}

const decide = (by: TestClient, attempt: number, decision: string, reason = "Typed the amount") =>
  by.post(`/actions/payments/attempts/${attempt}/decide`, { decision, reason });
async function readEntry(id: number) {
  const [row] = await sql`select payment_status as status, (paid_amount * 100)::int as paid,
    (extended_amount * 100)::int as owed, payment_change_reason as note from "Parking_Information" where id = ${id}`;
  return { ...row };
}
const readRefunds = (attempt: number) =>
  sql<{ amount: number; state: string }[]>`
    select (amount * 100)::int as amount, state from payment_refunds where attempt = ${attempt} order by id`;

test("a smaller amount is listed, used with a reason by name, and the rest stays due", async () => {
  const { attempt, entry, manager, gate } = await createReviewed(1_500);
  assert.equal((await gate.get("/actions/payments/unclear")).code, "FORBIDDEN");
  const [listed, ...others] = (await manager.get("/actions/payments/unclear")).data;
  assert.equal(others.length, 0);
  assert.deepEqual(
    [listed.id, listed.reason, listed.requested, listed.received, listed.applied],
    [attempt, "other-amount", 4_000, 1_500, null],
  );
  const review = (await manager.get(`/actions/payments/attempts/${attempt}`)).data;
  assert.deepEqual([review.owed, review.paid, review.reason], [4_000, 0, "other-amount"]);
  assert.ok(review.answers.some(({ verdict }: { verdict: string }) => verdict === "other-amount"));
  assert.equal((await decide(gate, attempt, "apply")).code, "FORBIDDEN");
  assert.equal((await decide(manager, attempt, "apply", " ")).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await decide(manager, attempt, "apply")).status, 204);
  assert.deepEqual(await readEntry(entry), {
    status: "partially_paid",
    paid: 1_500,
    owed: 2_500,
    note: "Meena: Typed the amount",
  });
  const decided = (await manager.get(`/actions/payments/attempts/${attempt}`)).data;
  assert.deepEqual(
    [decided.state, decided.applied, decided.decided_by, decided.decision_reason, decided.reason],
    ["success", 1_500, "Meena", "Typed the amount", null],
  );
  assert.deepEqual((await manager.get("/actions/payments/unclear")).data, []);
  // What was received can be refunded, and no more.
  const refund = (amount: string) =>
    manager.post(`/actions/payments/attempts/${attempt}/refund`, { amount, reason: "Left at once" });
  assert.equal((await refund("15.01")).code, "REFUND_TOO_HIGH");
  assert.equal((await refund("15.00")).status, 200);
});

test("a larger amount pays the entry, and what is over is returned", async () => {
  const { attempt, entry, manager } = await createReviewed(5_000);
  assert.equal((await decide(manager, attempt, "apply")).status, 204);
  assert.deepEqual([(await readEntry(entry))["status"], (await readEntry(entry))["paid"]], ["paid", 4_000]);
  const refunds = await waitUntil(
    () => readRefunds(attempt),
    (rows) => rows.every(({ state }) => state === "done"),
  );
  assert.deepEqual(
    refunds.map((row) => ({ ...row })),
    [{ amount: 1_000, state: "done" }],
  );
});

test("all of it is returned if the entry was paid in cash meanwhile, or if the manager decides so", async () => {
  for (const decision of ["apply", "refund"]) {
    const { attempt, entry, manager, gate } = await createReviewed(1_500);
    if (decision === "apply") assert.equal((await gate.post(`/actions/parking/${entry}/take-cash`)).status, 200);
    assert.equal((await decide(manager, attempt, decision)).status, 204);
    assert.deepEqual(
      (await readRefunds(attempt)).map(({ amount }) => amount),
      [1_500],
    );
    assert.equal((await readEntry(entry))["paid"], decision === "apply" ? 4_000 : 0);
  }
});

test("two managers decide at the same time: one decision takes effect", async () => {
  const { attempt, entry, manager, second } = await createReviewed(1_500);
  const responses = await Promise.all([decide(manager, attempt, "apply"), decide(second, attempt, "refund")]);
  const codes = responses.map(({ status, code }) => code ?? String(status));
  assert.deepEqual(codes.toSorted(), ["204", "STATUS_ALREADY_UPDATED"]);
  const [paid, refunds] = [(await readEntry(entry))["paid"], await readRefunds(attempt)];
  assert.deepEqual([paid, refunds.length], codes[0] === "204" ? [1_500, 0] : [0, 1]);
});

test("control: without the lock of the payment, both decisions would take effect", async () => {
  await sql`create table bare_decisions (state text not null, effects int not null default 0)`;
  await sql`insert into bare_decisions (state) values ('review')`;
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const decideOnce = () =>
    sql.begin(async (tx) => {
      const [row] = await tx`select state from bare_decisions`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (row!["state"] === "review") await tx`update bare_decisions set state = 'success', effects = effects + 1`;
    });
  await Promise.all([decideOnce(), decideOnce()]);
  assert.equal((await sql`select effects from bare_decisions`)[0]!["effects"], 2);
});

test("a payment without an answer is listed after 20 minutes and asked about again", async () => {
  const branch = await createBranch();
  const manager = await asUser(await make.user("manager", { branch }));
  const gate = await asUser(await make.user("staff", { branch }));
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const started = (await gate.post(`/actions/payments/parking/${data.id}/start`)).data;
  const list = async () => (await manager.get("/actions/payments/unclear")).data;
  assert.deepEqual(await list(), []);
  await sql`update payment_attempts set date_created = date_created - interval '21 minutes' where id = ${started.id}`;
  assert.deepEqual(
    (await list()).map(({ id, reason }: { id: number; reason: string }) => [id, reason]),
    [[started.id, "no-answer"]],
  );
  Object.assign(findPayment(started.transaction), { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  assert.equal((await manager.post(`/actions/payments/attempts/${started.id}/check`)).status, 204);
  assert.deepEqual(await list(), []);
  assert.equal((await readEntry(data.id))["paid"], 4_000);
});

test("a payment in progress is listed as soon as the merchant is another one, until the former is restored", async () => {
  const branch = await createBranch();
  const gate = await asUser(await make.user("staff", { branch }));
  const [manager, admin] = [
    await asUser(await make.user("manager", { branch })),
    await asUser(await make.user("admin", { branch })),
  ];
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const started = (await gate.post(`/actions/payments/parking/${data.id}/start`)).data;
  const readReasons = async () =>
    (await manager.get("/actions/payments/unclear")).data.map(({ id, reason }: { id: number; reason: string }) => [
      id,
      reason,
    ]);
  assert.deepEqual(await readReasons(), []);
  const [settings] = await sql<{ id: number; merchant_id: string }[]>`
    select id, merchant_id from payment_settings where branch = ${branch.id}`;
  const save = (merchant_id: string) => admin.patch(`/items/payment_settings/${settings!.id}`, { merchant_id });
  assert.equal((await save("ANOTHERMERCHANT")).status, 200);
  assert.deepEqual(await readReasons(), [[started.id, "other-merchant"]]);
  const review = (await manager.get(`/actions/payments/attempts/${started.id}`)).data;
  assert.equal(review.reason, "other-merchant");
  assert.equal((await save(settings!.merchant_id)).status, 200);
  assert.deepEqual(await readReasons(), []);
});
