import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { decideRetry, maxDeliveryAttempts } from "#domain/messages/retry.ts";

const now = new Date("2026-11-21T10:00:00Z");
const minutesFromNow = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

describe("after a failure", () => {
  const table: [attempts: number, isFinal: boolean, minutesLeft: number | null, expected: object][] = [
    [1, false, 10, { status: "waiting", delayMs: 5_000 }],
    [4, false, 10, { status: "waiting", delayMs: 120_000 }],
    [6, false, 10, { status: "expired" }],
    [6, false, 11, { status: "waiting", delayMs: 600_000 }],
    [12, false, null, { status: "waiting", delayMs: 3_600_000 }],
    [maxDeliveryAttempts, false, null, { status: "failed" }],
    [1, true, 10, { status: "failed" }],
  ];
  for (const [attempts, isFinal, minutesLeft, expected] of table)
    test(`attempt ${attempts}, ${isFinal ? "rejected" : "unreachable"}, ${minutesLeft ?? "no"} minutes left`, () => {
      const expiresAt = minutesLeft === null ? null : minutesFromNow(minutesLeft);
      assert.deepEqual(decideRetry({ attempts, isFinal, expiresAt, now }), expected);
    });
});

test("delays increase, cover more than four hours and end", () => {
  let totalMs = 0;
  let previousDelayMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    const next = decideRetry({ attempts, isFinal: false, expiresAt: null, now });
    if (next.status !== "waiting") break;
    assert.ok(next.delayMs >= previousDelayMs);
    totalMs += previousDelayMs = next.delayMs;
  }
  assert.ok(totalMs > 4 * 3_600_000, `${totalMs} ms`);
});

test("a message is never retried after its expiry", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -60, max: 3_000 }), (attempts, minutesLeft) => {
      const expiresAt = minutesFromNow(minutesLeft);
      const next = decideRetry({ attempts, isFinal: false, expiresAt, now });
      if (next.status === "waiting") assert.ok(now.getTime() + next.delayMs < expiresAt.getTime());
    }),
  );
});
