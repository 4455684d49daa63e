// §4: results of a trial payment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeTrial, type TrialResult } from "#domain/payments/online/payment-trial.ts";

const started = { state: "pending", hasPage: true, code: null, refunds: [] } as const;
type Trial = Parameters<typeof judgeTrial>[0];

const cases: readonly (readonly [string, Partial<Trial>, TrialResult])[] = [
  ["the page is being opened", { state: "initiated", hasPage: false }, "waiting"],
  ["the page is open", {}, "waiting"],
  ["the provider opened no page", { state: "initiated", hasPage: false, code: "AUTHORIZATION_FAILED" }, "refused"],
  ["the payer declined", { state: "failed", code: "PAYMENT_DECLINED" }, "declined"],
  ["the provider rejected the request", { state: "failed", hasPage: false, code: "BAD_REQUEST" }, "refused"],
  ["another amount", { state: "review" }, "other-amount"],
  ["received, refund not sent", { state: "success" }, "returning"],
  ["received, refund on its way", { state: "success", refunds: ["sent"] }, "returning"],
  ["returned", { state: "success", refunds: ["done"] }, "returned"],
  ["refund failed", { state: "success", refunds: ["failed"] }, "not-returned"],
  ["refund failed, then made again", { state: "success", refunds: ["failed", "done"] }, "returned"],
];
for (const [name, changes, expected] of cases)
  test(`trial payment, ${name}: ${expected}`, () => assert.equal(judgeTrial({ ...started, ...changes }), expected));
