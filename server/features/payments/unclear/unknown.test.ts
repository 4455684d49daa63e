// §4: a received payment that was not started here is listed until somebody closes it; unsigned messages leave nothing.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import { demoMerchantV1, demoMerchantV2 } from "#simulators/pay/payment-store.ts";
import type { TestClient } from "#tests/support/app.ts";
import { startPaymentsApp } from "#tests/support/payments-app.ts";

const { app, asUser, sql, factories: make, branch: createBranch } = await startPaymentsApp();
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
let manager: TestClient;
let second: TestClient;
let gate: TestClient;
let stranger: TestClient;

before(async () => {
  const branch = await createBranch();
  manager = await asUser(await make.user("manager", { branch }));
  second = await asUser(await make.user("manager", { branch }));
  gate = await asUser(await make.user("staff", { branch }));
  const other = await make.branch();
  stranger = await asUser(await make.user("manager", { branch: other }));
});

interface Reported {
  transaction: string;
  salt?: string;
  merchantId?: string;
  code?: string;
}

async function report({
  transaction,
  salt = demoMerchantV1.saltKey,
  merchantId = demoMerchantV1.merchantId,
  code = "PAYMENT_SUCCESS",
}: Reported): Promise<number> {
  const data = {
    merchantId,
    merchantTransactionId: transaction,
    transactionId: "T9",
    amount: 12_345,
    state: code === "PAYMENT_SUCCESS" ? "COMPLETED" : "FAILED",
    paymentInstrument: { type: "UPI", utr: "424242" },
  };
  const body = JSON.stringify({ success: code === "PAYMENT_SUCCESS", code, data });
  const response = Buffer.from(body).toString("base64");
  const answer = await app.inject({
    method: "POST",
    url: "/payments/callback/phonepe-v1",
    headers: { "content-type": "application/json", "x-verify": `${sha256(response + salt)}###1` },
    payload: JSON.stringify({ response }),
  });
  return answer.statusCode;
}

const list = async (by: TestClient) =>
  (await by.get("/items/unknown_payments?filter[closed_at][_null]=true&sort=id")).data;
const close = (by: TestClient, id: number, closing_reason = "Returned at the provider") =>
  by.patch(`/items/unknown_payments/${id}`, { closing_reason });

test("a signed message about an unknown transaction is listed with amount and UTR, and a repetition is counted", async () => {
  assert.deepEqual(
    [await report({ transaction: "ELSEWHERE1" }), await report({ transaction: "ELSEWHERE1" })],
    [400, 400],
  );
  const [payment, ...others] = await list(manager);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [payment.merchant_transaction_id, payment.amount, payment.utr, payment.messages, payment.gateway],
    ["ELSEWHERE1", "123.45", "424242", 2, "phonepe-v1"],
  );
  assert.equal((await gate.get("/items/unknown_payments")).code, "FORBIDDEN");
  assert.deepEqual(await list(stranger), []);
  assert.equal((await close(stranger, payment.id)).code, "FORBIDDEN");
  assert.equal((await close(gate, payment.id)).code, "FORBIDDEN");
});

test("forged messages, other merchants and payments that failed leave nothing", async () => {
  const statuses = [
    await report({ transaction: "FORGED1", salt: "guessed" }),
    await report({ transaction: "FORGED2", merchantId: "SOMEBODY" }),
    await report({ transaction: "FAILED1", code: "PAYMENT_ERROR" }),
  ];
  assert.deepEqual(statuses, [400, 400, 400]);
  // An unsigned body names an order that the provider does not know.
  const { webhookUser, webhookPassword, merchantId } = demoMerchantV2;
  const webhook = await app.inject({
    method: "POST",
    url: "/payments/webhook/phonepe-v2",
    headers: { "content-type": "application/json", authorization: sha256(`${webhookUser}:${webhookPassword}`) },
    payload: JSON.stringify({ payload: { merchantId, merchantOrderId: "ORDER1", state: "COMPLETED", amount: 100 } }),
  });
  assert.equal(webhook.statusCode, 400);
  const rows =
    await sql`select merchant_transaction_id from unknown_payments where merchant_transaction_id <> 'ELSEWHERE1'`;
  assert.equal(rows.length, 0);
});

test("it is closed once, with what was done, and by one of two people", async () => {
  await report({ transaction: "ELSEWHERE2" });
  const { id } = (await list(manager)).find(
    (payment: { merchant_transaction_id: string }) => payment.merchant_transaction_id === "ELSEWHERE2",
  );
  assert.equal((await close(manager, id, " ")).code, "CHANGE_REASON_REQUIRED");
  assert.equal((await manager.patch(`/items/unknown_payments/${id}`, { amount: "1.00" })).code, "FORBIDDEN");
  const responses = await Promise.all([close(manager, id, "Returned"), close(second, id, "Belongs to a shop")]);
  const codes = responses.map(({ status, code }) => code ?? String(status));
  assert.deepEqual(codes.toSorted(), ["200", "STATUS_ALREADY_UPDATED"]);
  const [row] =
    await sql`select closing_reason, closed_at is not null as closed, closed_by from unknown_payments where id = ${id}`;
  assert.equal(row!["closing_reason"], codes[0] === "200" ? "Returned" : "Belongs to a shop");
  assert.ok(row!["closed"] && row!["closed_by"]);
  // Still unknown when the provider reports it again.
  await report({ transaction: "ELSEWHERE2" });
  const [again] = await sql`select messages, closed_at is not null as closed from unknown_payments where id = ${id}`;
  assert.deepEqual({ ...again }, { messages: 2, closed: true });
});

test("control: without the check of the closed row, both would close it", async () => {
  await sql`create table bare_closings (reason text, closings int not null default 0)`;
  await sql`insert into bare_closings default values`;
  let waiting = 2;
  let release = (): void => {};
  const haveBothRead = new Promise<void>((resolve) => (release = resolve));
  const closeOnce = (reason: string) =>
    sql.begin(async (tx) => {
      const [row] = await tx`select reason from bare_closings`;
      if (--waiting === 0) release();
      await haveBothRead;
      if (row!["reason"] === null) await tx`update bare_closings set reason = ${reason}, closings = closings + 1`;
    });
  await Promise.all([closeOnce("one"), closeOnce("other")]);
  assert.equal((await sql`select closings from bare_closings`)[0]!["closings"], 2);
});
