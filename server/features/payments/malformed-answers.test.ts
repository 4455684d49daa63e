// Malformed answers and callbacks of the provider leave money undecided: nothing is paid, failed or refunded, and the
// payment is settled once a proper answer arrives.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { demoMerchantV1, demoMerchantV2 } from "#simulators/pay/payment-store.ts";
import { startAnswerServer, unusableAnswers } from "#tests/support/answer-server.ts";
import { providerSettings, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const provider = await startAnswerServer();
const { app, asUser, sql, factories, simulator, branch } = await startPaymentsApp({
  config: { paySimulatorUrl: provider.url },
});
provider.target = simulator.url;

/** A success with this amount, as the status of the transaction. */
const createAnswer = {
  "phonepe-v1": (transaction: string, data: object): string =>
    JSON.stringify({
      success: true,
      code: "PAYMENT_SUCCESS",
      data: {
        merchantId: demoMerchantV1.merchantId,
        merchantTransactionId: transaction,
        state: "COMPLETED",
        ...data,
      },
    }),
  "phonepe-v2": (transaction: string, data: object): string =>
    JSON.stringify({ merchantOrderId: transaction, state: "COMPLETED", ...data }),
} as const;
const malformedAmounts: readonly object[] = [{}, { amount: null }, { amount: "4000" }, { amount: 4000.5 }];

async function startPayment(gateway: "phonepe-v1" | "phonepe-v2") {
  provider.answer = () => null;
  const site = await branch({ gateway });
  const gate = await asUser(await factories.user("staff", { branch: site }));
  const { data: entry } = await gate.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${entry.id}`;
  const { data } = await gate.post(`/actions/payments/parking/${entry.id}/start`, {});
  return {
    transaction: data.transaction as string,
    checkStatus: () =>
      gate.post("/pay-status", {
        merchantId: providerSettings[gateway].merchant_id,
        merchantTransactionId: data.transaction,
      }),
    async readState() {
      const [row] = await sql<{ state: string; status: string; received: number; refunds: number }[]>`
        select a.state, e.payment_status as status,
          (select count(*)::int from payments p where p.parking_information = e.id) as received,
          (select count(*)::int from payment_refunds r where r.attempt = a.id) as refunds
        from payment_attempts a join "Parking_Information" e on e.id = a.parking_information where e.id = ${entry.id}`;
      return { ...row! };
    },
    async countAnswers() {
      const [row] = await sql<{ answers: number }[]>`
        select count(*)::int as answers from payment_answers r join payment_attempts a on a.id = r.attempt
        where a.parking_information = ${entry.id} and r.source = 'status'`;
      return row!.answers;
    },
  };
}

function assertUndecided(state: { state: string; status: string; received: number; refunds: number }, about: string) {
  const { state: attempt, ...money } = state;
  assert.ok(["initiated", "pending", "review"].includes(attempt), `${about}: ${attempt}`);
  assert.deepEqual(money, { status: "not_paid", received: 0, refunds: 0 }, about);
}

for (const gateway of ["phonepe-v1", "phonepe-v2"] as const)
  test(`${gateway}: malformed status answers decide nothing, and a proper one settles the payment`, async () => {
    const payment = await startPayment(gateway);
    const answers = [
      ...unusableAnswers,
      ...malformedAmounts.map((data) => ({ body: createAnswer[gateway](payment.transaction, data) })),
    ];
    for (const given of answers) {
      provider.answer = (path) => (path.includes("status") ? given : null);
      const before = await payment.countAnswers();
      await payment.checkStatus();
      assert.ok((await payment.countAnswers()) > before, given.body);
      assertUndecided(await payment.readState(), given.body);
    }
    provider.answer = (path) =>
      path.includes("status") ? { body: createAnswer[gateway](payment.transaction, { amount: 4000 }) } : null;
    await payment.checkStatus();
    const settled = await waitUntil(payment.readState, ({ state }) => state === "success");
    assert.deepEqual(settled, { state: "success", status: "paid", received: 1, refunds: 0 });
  });

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test("a signed callback with a malformed content is never acknowledged as a success", async () => {
  const payment = await startPayment("phonepe-v1");
  provider.answer = (path) => (path.includes("status") ? { body: "" } : null);
  const contents = [
    ...unusableAnswers.map(({ body }) => body),
    ...malformedAmounts.map((data) => createAnswer["phonepe-v1"](payment.transaction, data)),
  ];
  for (const content of contents) {
    const encoded = Buffer.from(content).toString("base64");
    const response = await app.inject({
      method: "POST",
      url: "/payments/callback/phonepe-v1",
      headers: { "x-verify": `${sha256(encoded + demoMerchantV1.saltKey)}###${demoMerchantV1.saltIndex}` },
      payload: JSON.stringify({ response: encoded }),
    });
    assert.equal(response.statusCode, 400, content);
    assertUndecided(await payment.readState(), content);
  }
});

test("a callback or webhook with a malformed body is rejected", async () => {
  const authorization = sha256(`${demoMerchantV2.webhookUser}:${demoMerchantV2.webhookPassword}`);
  const bodies = [
    ...unusableAnswers.map(({ body }) => body),
    '{"response":1}',
    '{"response":null}',
    '{"payload":null}',
    '{"payload":{"merchantOrderId":1}}',
  ];
  for (const url of ["/payments/callback/phonepe-v1", "/payments/webhook/phonepe-v2"])
    for (const payload of bodies) {
      const headers = { authorization, "x-verify": "x", "content-type": "application/json" };
      const { statusCode } = await app.inject({ method: "POST", url, headers, payload });
      assert.equal(statusCode, 400, `${url} ${payload}`);
    }
});
