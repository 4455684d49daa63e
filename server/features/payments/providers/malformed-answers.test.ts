// What the gateways make of malformed answers: never a payment or refund that can be applied, and never a failure that the
// provider did not report.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PaymentGateway, ProviderResult } from "#server/features/payments/providers/gateway.ts";
import { createPhonePeV1 } from "#server/features/payments/providers/phonepe-v1/provider.ts";
import { createPhonePeV2 } from "#server/features/payments/providers/phonepe-v2/provider.ts";
import { startAnswerServer, unusableAnswers } from "#tests/support/answer-server.ts";

const server = await startAnswerServer();
const transactionId = "P1";
const token = JSON.stringify({ access_token: "t", expires_at: 9_999_999_999 });
const isTokenRequest = (path: string): boolean => path.endsWith("/token");

const createV1 = (): PaymentGateway =>
  createPhonePeV1({ baseUrl: server.url, merchantId: "M", saltKey: "salt", saltIndex: 1 });
const createV2 = (): PaymentGateway =>
  createPhonePeV2({
    baseUrl: server.url,
    tokenUrl: `${server.url}/token`,
    clientId: "c",
    clientVersion: 1,
    clientSecret: "s",
    webhookUser: "u",
    webhookPassword: "p",
    now: () => new Date("2026-11-21T06:00:00Z"),
  });

/** Calls that ask for the result of a payment or refund. */
const resultCalls: readonly [name: string, call: (gateway: PaymentGateway) => Promise<ProviderResult>][] = [
  ["payment status", (gateway) => gateway.getPaymentStatus(transactionId)],
  ["refund status", (gateway) => gateway.getRefundStatus(transactionId)],
  [
    "refund",
    (gateway) => gateway.refund({ refundId: transactionId, transactionId: "P0", amount: 4000, callbackUrl: "" }),
  ],
];

const v1Success = (data: object): string =>
  JSON.stringify({
    success: true,
    code: "PAYMENT_SUCCESS",
    data: { merchantId: "M", merchantTransactionId: transactionId, transactionId: "T1", state: "COMPLETED", ...data },
  });
const v2Success = (fields: object): string =>
  JSON.stringify({ merchantOrderId: transactionId, state: "COMPLETED", ...fields });

const malformedAmounts: readonly object[] = [
  {},
  { amount: null },
  { amount: "4000" },
  { amount: 40.5 },
  { amount: -4000 },
  { amount: true },
  { amount: [4000] },
  { amount: { value: 4000 } },
  { amount: 2 ** 53 },
];

/** The result can be applied only with the amount, which is compared with the requested one. */
const isUndecided = ({ verdict, amount }: ProviderResult): boolean =>
  verdict === "unclear" || (verdict === "success" && amount === null);

describe("PhonePe v1", () => {
  const gateway = createV1();
  const malformed: readonly string[] = [
    ...malformedAmounts.map(v1Success),
    JSON.stringify({ success: true, code: "PAYMENT_SUCCESS" }),
    JSON.stringify({ success: true, code: "PAYMENT_SUCCESS", data: "COMPLETED" }),
    v1Success({ amount: 4000, state: null }),
    v1Success({ amount: 4000, merchantTransactionId: 1 }),
    v1Success({ amount: 4000, merchantTransactionId: "P2" }),
    v1Success({ amount: 4000, merchantId: ["M"] }),
    v1Success({ amount: 4000 }).replace('"success":true', '"success":"true"'),
    v1Success({ amount: 4000 }).replace('"PAYMENT_SUCCESS"', "[]"),
    v1Success({ amount: 4000 }).replace('"PAYMENT_SUCCESS"', '"constructor"'),
  ];
  for (const [name, call] of resultCalls)
    for (const given of [...unusableAnswers, ...malformed.map((body) => ({ body }))])
      test(`${name}: ${given.body}`, async () => {
        server.answer = () => given;
        const result = await call(gateway);
        assert.ok(isUndecided(result), JSON.stringify(result));
      });

  const pages = [
    ...unusableAnswers,
    { body: JSON.stringify({ success: true, code: "PAYMENT_INITIATED", data: null }) },
    ...[null, "", 1, "javascript:alert(1)", "/pay", ["https://a.in"]].map((url) => ({
      body: JSON.stringify({
        success: true,
        code: "PAYMENT_INITIATED",
        data: { instrumentResponse: { redirectInfo: { url } } },
      }),
    })),
  ];
  for (const given of pages)
    test(`payment request: ${given.body}`, async () => {
      server.answer = () => given;
      const { url, result } = await gateway.startPayment({
        transactionId,
        amount: 4000,
        payer: "P1",
        redirectUrl: "https://a.in",
        callbackUrl: "https://a.in",
      });
      assert.deepEqual([url, result.verdict], [null, "unclear"]);
    });

  test("ignores unknown fields, and text that is too long for an id", async () => {
    server.answer = () => ({ body: v1Success({ amount: 4000, transactionId: "T".repeat(200), added: { later: 1 } }) });
    const { verdict, amount, providerTransactionId } = await gateway.getPaymentStatus(transactionId);
    assert.deepEqual([verdict, amount, providerTransactionId], ["success", 4000, "T".repeat(100)]);
  });
});

describe("PhonePe v2", () => {
  const malformed: readonly string[] = [
    ...malformedAmounts.map(v2Success),
    v2Success({ amount: 4000, state: 1 }),
    v2Success({ amount: 4000, state: null }),
    v2Success({ amount: 4000, state: "constructor" }),
    v2Success({ amount: 4000, state: "completed" }),
  ];
  for (const [name, call] of resultCalls)
    for (const given of [...unusableAnswers, ...malformed.map((body) => ({ body }))])
      test(`${name}: ${given.body}`, async () => {
        server.answer = (path) => (isTokenRequest(path) ? { body: token } : given);
        const result = await call(createV2());
        assert.ok(isUndecided(result), JSON.stringify(result));
      });

  for (const merchantOrderId of ["P2", 1, null])
    test(`payment status of ${JSON.stringify(merchantOrderId)}`, async () => {
      const body = v2Success({ amount: 4000, merchantOrderId });
      server.answer = (path) => (isTokenRequest(path) ? { body: token } : { body });
      assert.equal((await createV2().getPaymentStatus(transactionId)).verdict, "unclear");
    });

  const malformedTokens = [
    ...unusableAnswers,
    { body: JSON.stringify({ access_token: 1, expires_at: 9_999_999_999 }) },
    { body: JSON.stringify({ access_token: "t", expires_at: "tomorrow" }) },
    { body: JSON.stringify({ access_token: "t", expires_at: null }) },
    { body: JSON.stringify({ access_token: "t" }) },
  ];
  for (const given of malformedTokens)
    test(`access token: ${given.body}`, async () => {
      server.answer = (path) => (isTokenRequest(path) ? given : { body: v2Success({ amount: 4000 }) });
      const { verdict, code } = await createV2().getPaymentStatus(transactionId);
      assert.deepEqual([verdict, code], ["unclear", "NO_ANSWER"]);
    });

  for (const redirectUrl of [undefined, null, "", 1, "javascript:alert(1)", "/pay", {}])
    test(`payment request: ${JSON.stringify(redirectUrl)}`, async () => {
      const body = JSON.stringify({ orderId: "O1", state: "PENDING", redirectUrl });
      server.answer = (path) => (isTokenRequest(path) ? { body: token } : { body });
      const { url, result } = await createV2().startPayment({
        transactionId,
        amount: 4000,
        payer: "P1",
        redirectUrl: "https://a.in",
        callbackUrl: "https://a.in",
      });
      assert.deepEqual([url, result.verdict], [null, "unclear"]);
    });

  test("takes the transaction id and UTR of the last attempt, wherever details are malformed", async () => {
    const details = [
      null,
      { transactionId: "T1" },
      { transactionId: "T2", splitInstruments: [{ rail: { utr: "U2" } }] },
    ];
    server.answer = (path) =>
      isTokenRequest(path) ? { body: token } : { body: v2Success({ amount: 4000, paymentDetails: details }) };
    const { verdict, amount, providerTransactionId, utr } = await createV2().getPaymentStatus(transactionId);
    assert.deepEqual([verdict, amount, providerTransactionId, utr], ["success", 4000, "T2", "U2"]);
    server.answer = (path) =>
      isTokenRequest(path) ? { body: token } : { body: v2Success({ amount: 4000, paymentDetails: "none" }) };
    assert.equal((await createV2().getPaymentStatus(transactionId)).verdict, "success");
  });
});
