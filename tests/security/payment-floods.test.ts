// Forged callbacks and repeated attempts leave a bounded number of rows, and do not block genuine payments.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { demoMerchantV1 } from "#simulators/pay/payment-store.ts";
import * as limits from "#domain/limits.ts";
import { RejectedCallbackLimiter } from "#server/features/payments/rejected-callbacks.ts";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { app, asUser, sql, factories, branch, clock } = await startPaymentsApp();
const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

async function createOpenEntry(rate = "20.00") {
  const position = await branch({ rate });
  const gate = await asUser(await factories.user("staff", { branch: position }));
  const { data } = await gate.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return { id: data.id as number, gate, link: data.pay as string };
}

async function sendCallback({ transaction, amount, salt }: { transaction: string; amount: number; salt: string }) {
  const reported = {
    success: true,
    code: "PAYMENT_SUCCESS",
    data: {
      merchantId: demoMerchantV1.merchantId,
      merchantTransactionId: transaction,
      transactionId: "T1",
      amount,
      state: "COMPLETED",
      responseCode: "SUCCESS",
      paymentInstrument: { type: "UPI", utr: "1" },
    },
  };
  const response = Buffer.from(JSON.stringify(reported)).toString("base64");
  const answer = await app.inject({
    method: "POST",
    url: "/payments/callback/phonepe-v1",
    headers: { "content-type": "application/json", "x-verify": `${sha(response + salt)}###1` },
    payload: JSON.stringify({ response }),
  });
  return answer.statusCode;
}

async function countRejectedRows(transaction: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from payment_answers p join payment_attempts a on a.id = p.attempt
    where a.merchant_transaction_id = ${transaction} and p.verdict = 'refused'`;
  return row!.count;
}

test("1,000 forged callbacks leave ten rows; the genuine one among them takes effect once", async () => {
  const entry = await createOpenEntry();
  const { data } = await entry.gate.post(`/actions/payments/parking/${entry.id}/start`, {});
  const { transaction } = data as { transaction: string };
  const statuses = new Map<number, number>();
  const forge = async () => {
    const status = await sendCallback({ transaction, amount: 4000, salt: "forged" });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let round = 0; round < 10; round += 1) {
    const flood = Array.from({ length: 100 }, forge);
    if (round === 5) assert.equal(await sendCallback({ transaction, amount: 4000, salt: demoMerchantV1.saltKey }), 200);
    await Promise.all(flood);
  }
  assert.deepEqual([...statuses], [[400, 1_000]]);
  assert.ok((await countRejectedRows(transaction)) <= 10, `${await countRejectedRows(transaction)} rows`);
  assert.ok((await countRejectedRows(transaction)) >= 1, "the flood itself is recorded");
  const row = await waitUntil(
    async () => (await sql`select payment_status from "Parking_Information" where id = ${entry.id}`)[0]!,
    (observed) => observed["payment_status"] === "paid",
  );
  assert.equal(row["payment_status"], "paid");
  const [received] = await sql`select count(*)::int as count from payments where parking_information = ${entry.id}`;
  assert.equal(received!["count"], 1);
  assert.equal(
    await sendCallback({ transaction, amount: 4000, salt: demoMerchantV1.saltKey }),
    200,
    "after the flood as well",
  );
});

test("a flood of an hour keeps the newest ten", async () => {
  const entry = await createOpenEntry();
  const { data } = await entry.gate.post(`/actions/payments/parking/${entry.id}/start`, {});
  const { transaction } = data as { transaction: string };
  const now = Date.now();
  for (let minute = 0; minute < 6; minute += 1) {
    clock.now = new Date(now + minute * 60_000);
    for (let one = 0; one < 5; one += 1) await sendCallback({ transaction, amount: 4000 + minute, salt: "forged" });
  }
  clock.now = null;
  const stored = await sql<{ body: string }[]>`
    select p.body from payment_answers p join payment_attempts a on a.id = p.attempt
    where a.merchant_transaction_id = ${transaction} and p.verdict = 'refused' order by p.id`;
  assert.equal(stored.length, 10);
  const amounts = stored.map(({ body }) => {
    const { response } = JSON.parse(body) as { response: string };
    return (JSON.parse(Buffer.from(response, "base64").toString()) as { data: { amount: number } }).data.amount;
  });
  assert.deepEqual(amounts, [...Array(5).fill(4004), ...Array(5).fill(4005)]);
});

test("limits of one payment per minute do not affect another", () => {
  const callbacks = new RejectedCallbackLimiter();
  const now = new Date("2026-11-21T04:30:00Z");
  const written = (about: string) =>
    Array.from({ length: 50 }, () => callbacks.canRecord({ about, now })).filter(Boolean);
  assert.deepEqual([written("one").length, written("other").length, written("one").length], [20, 20, 0]);
  assert.ok(callbacks.canRecord({ about: "one", now: new Date(now.getTime() + 60_000) }));
});

test("100 attempts by one link with different amounts: ten are started, the rest rejected, and the last can be paid", async () => {
  const entry = await createOpenEntry("200.00");
  const caller = await asUser();
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      caller.post(`/actions/payments/link/${entry.link}/start`, { part: `${10 + index}.00` }),
    ),
  );
  const codes = responses.map(({ code, status }) => code ?? String(status));
  const { attempts: maxCount } = limits.payAttempts;
  const [rows] = await sql`
    select count(*)::int as count from payment_attempts where parking_information = ${entry.id}`;
  assert.equal(rows!["count"], maxCount);
  assert.equal(codes.filter((code) => code === "REQUESTS_EXCEEDED").length, 100 - maxCount);
  const rejected = responses.find(({ code }) => code === "REQUESTS_EXCEEDED")!;
  assert.equal(rejected.status, 429);
  assert.ok(Date.parse(String(rejected.errors[0]!.extensions["reset"])) > Date.now());

  const [current] = await sql<{ transaction: string; paise: number }[]>`
    select a.merchant_transaction_id as transaction, (a.amount * 100)::int as paise
    from payment_attempts a join "Parking_Information" p on p.merchant_transaction_id = a.merchant_transaction_id
    where p.id = ${entry.id}`;
  assert.equal(
    await sendCallback({ transaction: current!.transaction, amount: current!.paise, salt: demoMerchantV1.saltKey }),
    200,
  );
  const cash = await entry.gate.post(`/actions/parking/${entry.id}/take-cash`, {});
  assert.equal(cash.data.payment_status, "paid", "the gate is not delayed");
});
