import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  countAttempt,
  accountLimit,
  accountAndAddressLimit,
  isAttemptAllowed,
  type AttemptCount,
  type AttemptLimit,
} from "#domain/accounts/attempt-limits.ts";

const start = new Date("2026-11-21T04:30:00Z");
const addMs = (ms: number): Date => new Date(start.getTime() + ms);
const getWaitSeconds = (count: AttemptCount, from: Date): number =>
  count.blockedUntil ? (count.blockedUntil.getTime() - from.getTime()) / 1000 : 0;

/** Attempts as soon as allowed; returns the wait in seconds after each attempt. */
function getWaits({ limit, attempts }: { limit: AttemptLimit; attempts: number }): number[] {
  let count: AttemptCount | null = null;
  let now = start;
  return Array.from({ length: attempts }, () => {
    count = countAttempt({ count, limit, now });
    const waitSeconds = getWaitSeconds(count, now);
    now = count.blockedUntil ?? now;
    return waitSeconds;
  });
}

test("returns the waits of docs/rules/log-in-attempts.md", () => {
  assert.deepEqual(getWaits({ limit: accountAndAddressLimit, attempts: 14 }).slice(8), [0, 60, 120, 240, 300, 300]);
  assert.deepEqual(getWaits({ limit: accountLimit, attempts: 36 }).slice(28), [0, 5, 10, 20, 40, 60, 60, 60]);
});

test("blocks attempts until the end of the wait", () => {
  const count = { attempts: 10, startedAt: start, blockedUntil: addMs(60_000) };
  assert.equal(isAttemptAllowed({ count, limit: accountAndAddressLimit, now: addMs(59_999) }), false);
  assert.equal(isAttemptAllowed({ count, limit: accountAndAddressLimit, now: addMs(60_000) }), true);
  assert.equal(isAttemptAllowed({ count: null, limit: accountAndAddressLimit, now: start }), true);
});

test("resets the count after the reset period, from the first attempt or from the end of the wait", () => {
  const limit = accountAndAddressLimit;
  const underLimit = { attempts: 9, startedAt: start, blockedUntil: null };
  assert.equal(countAttempt({ count: underLimit, limit, now: addMs(15 * 60_000) }).attempts, 10);
  assert.equal(countAttempt({ count: underLimit, limit, now: addMs(15 * 60_000 + 1) }).attempts, 1);
  const afterWait = { attempts: 12, startedAt: start, blockedUntil: addMs(240_000) };
  assert.equal(countAttempt({ count: afterWait, limit, now: addMs(240_000 + 15 * 60_000) }).attempts, 13);
  assert.equal(countAttempt({ count: afterWait, limit, now: addMs(240_001 + 15 * 60_000) }).attempts, 1);
});

test("never waits longer than the maximum wait, whatever the number of attempts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.nat({ max: 600_000 }), (attempts, elapsedMs) => {
      for (const limit of [accountLimit, accountAndAddressLimit]) {
        const now = addMs(elapsedMs);
        const next = countAttempt({ count: { attempts, startedAt: start, blockedUntil: null }, limit, now });
        assert.ok(getWaitSeconds(next, now) * 1000 <= limit.maxWaitMs);
        assert.ok(isAttemptAllowed({ count: next, limit, now: new Date(now.getTime() + limit.maxWaitMs) }));
      }
    }),
  );
});
