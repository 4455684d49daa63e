import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  getNextPaymentCheck,
  getNextRefundCheck,
  prescribedCheckSeconds,
} from "#domain/payments/online/payment-check-schedule.ts";

const startedAt = new Date("2026-11-21T10:00:00Z");
const secondsAfterStart = (seconds: number): Date => new Date(startedAt.getTime() + seconds * 1_000);
const getNextCheck = (seconds: number, state: "pending" | "failed" | "success" = "pending") =>
  getNextPaymentCheck({ state, startedAt, now: secondsAfterStart(seconds) });

test("checks after 20 s, then every 3 s, 6 s, 10 s, 30 s and minute, up to 20 minutes", () => {
  assert.deepEqual(prescribedCheckSeconds.slice(0, 4), [20, 23, 26, 29]);
  assert.deepEqual(getNextCheck(0), secondsAfterStart(20));
  assert.deepEqual(getNextCheck(20), secondsAfterStart(23));
  assert.deepEqual(getNextCheck(50), secondsAfterStart(56));
  assert.deepEqual(getNextCheck(110), secondsAfterStart(120));
  assert.deepEqual(getNextCheck(170), secondsAfterStart(200));
  assert.deepEqual(getNextCheck(230), secondsAfterStart(290));
  assert.deepEqual(getNextCheck(1_195), secondsAfterStart(1_200));
});

test("then checks hourly for a day and daily for a week; failed payments twice, paid ones never", () => {
  assert.deepEqual(getNextCheck(1_200), secondsAfterStart(3_600));
  assert.deepEqual(getNextCheck(24 * 3_600), secondsAfterStart(48 * 3_600));
  assert.equal(getNextCheck(8 * 24 * 3_600), undefined);
  assert.deepEqual(getNextCheck(60, "failed"), secondsAfterStart(3_600));
  assert.equal(getNextCheck(25 * 3_600, "failed"), undefined);
  assert.equal(getNextCheck(0, "success"), undefined);
});

test("the next check is always in the future, and within a minute while the pay page is open", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_199, noNaN: true }), fc.integer({ min: 1, max: 500 }), (seconds, speed) => {
      const now = secondsAfterStart(seconds / speed);
      const next = getNextPaymentCheck({ state: "pending", startedAt, now, speed })!;
      assert.ok(next.getTime() > now.getTime() - 1);
      assert.ok(next.getTime() - now.getTime() <= 60_000 / speed + 1);
    }),
  );
});

test("the interval of refund checks grows up to an hour", () => {
  const delays = [0, 1, 5, 30, 500].map(
    (attempts) => getNextRefundCheck({ attempts, now: startedAt }).getTime() - startedAt.getTime(),
  );
  assert.deepEqual(delays, [10_000, 20_000, 320_000, 3_600_000, 3_600_000]);
});
