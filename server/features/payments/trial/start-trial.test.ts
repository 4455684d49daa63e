// §4: a trial payment is received, returned and counted nowhere; wrong keys are shown by it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "#domain/limits.ts";
import type { Row } from "#domain/schema/collection.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { asUser, sql, factories: make, simulator, branch: payBranch } = await startPaymentsApp();

async function readSettings(branch: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from payment_settings where branch = ${branch}`;
  return row!.id;
}

async function startSite(gateway: "phonepe-v1" | "phonepe-v2" = "phonepe-v1") {
  const branch = await payBranch({ gateway });
  const admin = await asUser(await make.user("admin", { branch }));
  const readAttempts = (): Promise<Row[]> =>
    sql`select *, (select array_agg(r.state) from payment_refunds r where r.attempt = a.id) as refunds
      from payment_attempts a where branch = ${branch.id} and is_trial order by id`;
  const settings = await readSettings(branch.id);
  return { branch, admin, readAttempts, settings, startTrial: `/actions/payments/settings/${settings}/trial` };
}

for (const gateway of ["phonepe-v1", "phonepe-v2"] as const)
  test(`${gateway}: a trial payment is returned in full and is part of no total`, async () => {
    const { branch, admin, readAttempts, startTrial } = await startSite(gateway);
    const { data, status } = await admin.post(startTrial);
    assert.equal(status, 200);
    await pressProviderAction(data.url, "succeed");
    const [attempt] = await waitUntil(readAttempts, ([first]) => String(first?.["refunds"]) === "done");
    assert.deepEqual([attempt!["state"], attempt!["amount"], attempt!["applied_amount"]], ["success", 1, 0]);
    const payment = [...simulator.book.payments.values()].find(({ id }) => id === attempt!["merchant_transaction_id"])!;
    assert.equal(simulator.book.getRefundedAmount(payment), limits.trialPaymentPaise);
    const [{ received } = { received: -1 }] = await sql<{ received: number }[]>`
      select count(*)::int as received from payments where branch = ${branch.id}`;
    assert.equal(received, 0);
    const day = new Date().toISOString().slice(0, 10);
    const { data: cash } = await admin.get(`/actions/cash/day?day=${day}`);
    assert.deepEqual([cash.totals.online, cash.totals.refunded], [0, 0]);
    assert.deepEqual((await admin.get("/actions/payments/unclear")).data, []);
  });

test("a declined trial is neither paid nor unclear", async () => {
  const { admin, readAttempts, startTrial } = await startSite();
  const { data } = await admin.post(startTrial);
  await pressProviderAction(data.url, "decline");
  const [attempt] = await waitUntil(readAttempts, ([first]) => first?.["state"] === "failed");
  assert.equal(attempt!["refunds"], null);
  const review = await admin.get(`/actions/payments/attempts/${Number(attempt!["id"])}`);
  assert.equal(review.code, "FORBIDDEN");
});

test("wrong keys open no page, and the attempt keeps the provider's code", async () => {
  const { admin, readAttempts, settings, startTrial } = await startSite();
  assert.equal((await admin.patch(`/items/payment_settings/${settings}`, { salt_key: "another-key" })).status, 200);
  const { code } = await admin.post(startTrial);
  assert.equal(code, "PAYMENT_REDIRECT_FAILED");
  const [attempt] = await readAttempts();
  assert.deepEqual([attempt!["pay_url"], attempt!["code"]], [null, "AUTHORIZATION_FAILED"]);
});

test("only those who configure payments may try the keys, and only where there are keys", async () => {
  const { branch, admin, startTrial } = await startSite();
  const others = await Promise.all([
    make.user("manager", { branch }),
    make.user("staff", { branch }),
    make.user("admin", { branch: await make.branch() }),
  ]);
  for (const user of others) assert.equal((await (await asUser(user)).post(startTrial)).code, "FORBIDDEN");
  await sql`update payment_settings set gateway = 'off' where branch = ${branch.id}`;
  assert.equal((await admin.post(startTrial)).code, "PAYMENT_NOT_OFFERED");
});

test("concurrent trials of one branch stay within the limit of attempts", async () => {
  const { admin, readAttempts, startTrial } = await startSite();
  const { attempts } = limits.payAttempts;
  for (let count = 1; count < attempts; count += 1) assert.equal((await admin.post(startTrial)).status, 200);
  const results = await Promise.all(Array.from({ length: 8 }, () => admin.post(startTrial)));
  assert.equal(results.filter(({ code }) => code === "REQUESTS_EXCEEDED").length, 7);
  assert.equal((await readAttempts()).length, attempts);
});
