import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { afterFailure, mostAttempts } from "#domain/rules/retry.ts";

const now = new Date("2026-11-21T10:00:00Z");
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

describe("after a failure", () => {
  const table: [attempts: number, isFinal: boolean, minutesLeft: number | null, expected: object][] = [
    [1, false, 10, { status: "waiting", delayMs: 5_000 }],
    [4, false, 10, { status: "waiting", delayMs: 120_000 }],
    [6, false, 10, { status: "expired" }],
    [6, false, 11, { status: "waiting", delayMs: 600_000 }],
    [12, false, null, { status: "waiting", delayMs: 3_600_000 }],
    [mostAttempts, false, null, { status: "failed" }],
    [1, true, 10, { status: "failed" }],
  ];
  for (const [attempts, isFinal, left, expected] of table)
    test(`attempt ${attempts}, ${isFinal ? "refused" : "not reached"}, ${left ?? "no"} minutes left`, () => {
      const expiresAt = left === null ? null : inMinutes(left);
      assert.deepEqual(afterFailure({ attempts, isFinal, expiresAt, now }), expected);
    });
});

test("waits longer each time, outlasts an hour, and comes to an end", () => {
  let waited = 0;
  let last = 0;
  for (let attempts = 1; ; attempts += 1) {
    const next = afterFailure({ attempts, isFinal: false, expiresAt: null, now });
    if (next.status !== "waiting") break;
    assert.ok(next.delayMs >= last);
    waited += last = next.delayMs;
  }
  assert.ok(waited > 4 * 3_600_000, `${waited} ms`);
});

test("a message that waits is never tried after its end", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -60, max: 3_000 }), (attempts, left) => {
      const expiresAt = inMinutes(left);
      const next = afterFailure({ attempts, isFinal: false, expiresAt, now });
      if (next.status === "waiting") assert.ok(now.getTime() + next.delayMs < expiresAt.getTime());
    }),
  );
});
