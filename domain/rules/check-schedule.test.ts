import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextCheck, nextRefundCheck, prescribed } from "#domain/rules/check-schedule.ts";

const startedAt = new Date("2026-11-21T10:00:00Z");
const after = (seconds: number): Date => new Date(startedAt.getTime() + seconds * 1_000);
const nextAfter = (seconds: number, state: "pending" | "failed" | "success" = "pending") =>
  nextCheck({ state, startedAt, now: after(seconds) });

test("first after 20 s, then every 3 s, 6 s, 10 s, 30 s, each minute, and a last time at 20 minutes", () => {
  assert.deepEqual(prescribed.slice(0, 4), [20, 23, 26, 29]);
  assert.deepEqual(nextAfter(0), after(20));
  assert.deepEqual(nextAfter(20), after(23));
  assert.deepEqual(nextAfter(50), after(56));
  assert.deepEqual(nextAfter(110), after(120));
  assert.deepEqual(nextAfter(170), after(200));
  assert.deepEqual(nextAfter(230), after(290));
  assert.deepEqual(nextAfter(1_195), after(1_200));
});

test("after that each hour for a day and each day for a week; what has failed is asked about twice, what is paid never", () => {
  assert.deepEqual(nextAfter(1_200), after(3_600));
  assert.deepEqual(nextAfter(24 * 3_600), after(48 * 3_600));
  assert.equal(nextAfter(8 * 24 * 3_600), undefined);
  assert.deepEqual(nextAfter(60, "failed"), after(3_600));
  assert.equal(nextAfter(25 * 3_600, "failed"), undefined);
  assert.equal(nextAfter(0, "success"), undefined);
});

test("whatever the moment: always later, and a page that is open is asked about within a minute", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_199, noNaN: true }), fc.integer({ min: 1, max: 500 }), (seconds, speed) => {
      const now = after(seconds / speed);
      const next = nextCheck({ state: "pending", startedAt, now, speed })!;
      assert.ok(next.getTime() > now.getTime() - 1);
      assert.ok(next.getTime() - now.getTime() <= 60_000 / speed + 1);
    }),
  );
});

test("a refund waits longer each time, an hour at most", () => {
  const waits = [0, 1, 5, 30, 500].map(
    (tries) => nextRefundCheck({ tries, now: startedAt }).getTime() - startedAt.getTime(),
  );
  assert.deepEqual(waits, [10_000, 20_000, 320_000, 3_600_000, 3_600_000]);
});
