import assert from "node:assert/strict";
import { test } from "node:test";
import { getUnclearReason, type JudgedAttempt } from "#domain/payments/online/unclear-payment.ts";

const startedAt = new Date("2026-11-21T10:00:00Z");
const after = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000);
const attempt: JudgedAttempt = {
  state: "success",
  amount: 4_000,
  applied: 4_000,
  startedAt,
  isOfOtherMerchant: false,
  refunds: [],
};

test("says why a person has to look at a payment, until it is decided and what is not needed is returned", () => {
  const rows: [Partial<JudgedAttempt>, number, ReturnType<typeof getUnclearReason>][] = [
    [{}, 1, undefined],
    [{ applied: null }, 1, undefined],
    [{ state: "failed", applied: null }, 60, undefined],
    [{ state: "pending", applied: null }, 20, undefined],
    [{ state: "pending", applied: null }, 21, "no-answer"],
    [{ state: "initiated", applied: null }, 21, "no-answer"],
    [{ state: "initiated", applied: null, isOfOtherMerchant: true }, 1, "other-merchant"],
    [{ isOfOtherMerchant: true }, 1, undefined],
    [{ isOfOtherMerchant: true, refunds: [{ state: "queued", amount: 500 }] }, 1, "other-merchant"],
    [{ isOfOtherMerchant: true, refunds: [{ state: "done", amount: 500 }] }, 1, undefined],
    [{ state: "review", applied: null }, 0, "other-amount"],
    [{ applied: 0, refunds: [{ state: "queued", amount: 4_000 }] }, 1, "not-needed"],
    [{ applied: 1_000, refunds: [{ state: "sent", amount: 3_000 }] }, 1, "not-needed"],
    [{ applied: 1_000, refunds: [{ state: "done", amount: 3_000 }] }, 1, undefined],
    [{ applied: 0, refunds: [{ state: "failed", amount: 4_000 }] }, 1, "refund-failed"],
    [{ refunds: [{ state: "failed", amount: 500 }] }, 1, "refund-failed"],
    [{ refunds: [{ state: "queued", amount: 500 }] }, 1, undefined],
    [
      {
        applied: 0,
        refunds: [
          { state: "failed", amount: 4_000 },
          { state: "done", amount: 4_000 },
        ],
      },
      1,
      undefined,
    ],
  ];
  for (const [changes, minutes, expected] of rows)
    assert.equal(
      getUnclearReason({ attempt: { ...attempt, ...changes }, now: after(minutes) }),
      expected,
      JSON.stringify([changes, minutes]),
    );
});
