import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  afterTry,
  atAccount,
  atAccountFromAddress,
  mayTry,
  type TryCount,
  type TryLimit,
} from "#domain/rules/tries.ts";

const start = new Date("2026-11-21T04:30:00Z");
const after = (ms: number): Date => new Date(start.getTime() + ms);
const seconds = (count: TryCount, from: Date): number =>
  count.blockedUntil ? (count.blockedUntil.getTime() - from.getTime()) / 1000 : 0;

/** Tries as soon as one may; the waits in seconds that each brought. */
function waits({ limit, tries }: { limit: TryLimit; tries: number }): number[] {
  let count: TryCount | null = null;
  let now = start;
  return Array.from({ length: tries }, () => {
    count = afterTry({ count, limit, now });
    const wait = seconds(count, now);
    now = count.blockedUntil ?? now;
    return wait;
  });
}

test("the table of docs/rules/log-in-tries.md", () => {
  assert.deepEqual(waits({ limit: atAccountFromAddress, tries: 14 }).slice(8), [0, 60, 120, 240, 300, 300]);
  assert.deepEqual(waits({ limit: atAccount, tries: 36 }).slice(28), [0, 5, 10, 20, 40, 60, 60, 60]);
});

test("a wait refuses until its last moment, and the right password ends nothing before", () => {
  const count = { tries: 10, startedAt: start, blockedUntil: after(60_000) };
  assert.equal(mayTry({ count, now: after(59_999) }), false);
  assert.equal(mayTry({ count, now: after(60_000) }), true);
  assert.equal(mayTry({ count: null, now: start }), true);
});

test("what was long ago is forgotten: from the first try, or from the end of the wait", () => {
  const limit = atAccountFromAddress;
  const few = { tries: 9, startedAt: start, blockedUntil: null };
  assert.equal(afterTry({ count: few, limit, now: after(15 * 60_000) }).tries, 10);
  assert.equal(afterTry({ count: few, limit, now: after(15 * 60_000 + 1) }).tries, 1);
  const waited = { tries: 12, startedAt: start, blockedUntil: after(240_000) };
  assert.equal(afterTry({ count: waited, limit, now: after(240_000 + 15 * 60_000) }).tries, 13);
  assert.equal(afterTry({ count: waited, limit, now: after(240_001 + 15 * 60_000) }).tries, 1);
});

test("nobody ever waits longer than the longest wait, however many tries were made", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.nat({ max: 600_000 }), (tries, later) => {
      for (const limit of [atAccount, atAccountFromAddress]) {
        const now = after(later);
        const next = afterTry({ count: { tries, startedAt: start, blockedUntil: null }, limit, now });
        assert.ok(seconds(next, now) * 1000 <= limit.longestWaitMs);
        assert.ok(mayTry({ count: next, now: new Date(now.getTime() + limit.longestWaitMs) }));
      }
    }),
  );
});
