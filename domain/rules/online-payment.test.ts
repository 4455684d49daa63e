import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { amountToAsk, receiveOnline, refundRefusal, usableAmount } from "#domain/rules/online-payment.ts";
import { owedBy } from "#domain/rules/payment.ts";

const inTime = new Date("2026-11-21T10:00:00Z");
const at = (minutes: number): Date => new Date(inTime.getTime() + minutes * 60_000);
const tariff = { parking_time_type: "minutes", time_value_for_minutes: 30, charge_amount_for_minutes: 2_000 };
const entry = { ...tariff, in_time: inTime, out_time: null, payment_status: "not_paid", paid_amount: 0 };

test("received whole: paid, counted up to when the amount was shown", () => {
  const row = receiveOnline({ entry, amount: 2_000, asOf: at(30) });
  assert.deepEqual(
    [row["payment_status"], row["paid_amount"], row["total_amount"], row["extended_amount"]],
    ["paid", 2_000, 2_000, 0],
  );
});

test("received in part: partially paid, the rest still owed", () => {
  const row = receiveOnline({ entry, amount: 500, asOf: at(30) });
  assert.deepEqual([row["payment_status"], row["paid_amount"], row["extended_amount"]], ["partially_paid", 500, 1_500]);
});

test("what comes for an entry that is paid goes back, unless it was asked for as an extra and is owed", () => {
  const paid = { ...entry, payment_status: "paid", paid_amount: 2_000 };
  assert.deepEqual(usableAmount({ entry: paid, amount: 2_000, isExtra: false, now: at(50) }), {
    usable: 0,
    refund: 2_000,
  });
  assert.deepEqual(usableAmount({ entry: paid, amount: 2_000, isExtra: true, now: at(50) }), {
    usable: 2_000,
    refund: 0,
  });
  assert.deepEqual(usableAmount({ entry: paid, amount: 2_000, isExtra: true, now: at(30) }), {
    usable: 0,
    refund: 2_000,
  });
});

test("nothing is owed by a cancelled entry", () => {
  const cancelled = { ...entry, parking_status_id: 4 };
  assert.equal(usableAmount({ entry: cancelled, amount: 2_000, isExtra: false, now: at(30) }).usable, 0);
  assert.equal(amountToAsk({ entry: cancelled, part: undefined, now: at(30) }), "NO_NEXT_STATUS");
});

test("asked for: all that is owed, or a part of it, a rupee at least", () => {
  assert.deepEqual(amountToAsk({ entry, part: undefined, now: at(31) }), { amount: 4_000, isExtra: false });
  assert.deepEqual(amountToAsk({ entry, part: 1_000, now: at(31) }), { amount: 1_000, isExtra: false });
  assert.equal(amountToAsk({ entry, part: 4_001, now: at(31) }), "AMOUNT_TOO_HIGH");
  assert.equal(amountToAsk({ entry, part: 99, now: at(31) }), "AMOUNT_BELOW_MINIMUM");
  const paid = { ...entry, payment_status: "paid", paid_amount: 4_000 };
  assert.equal(amountToAsk({ entry: paid, part: undefined, now: at(31) }), "ALREADY_PAID");
  assert.deepEqual(amountToAsk({ entry: paid, part: undefined, now: at(61) }), { amount: 2_000, isExtra: true });
});

test("refunds: never more than is left; a manager's limit is no admin's", () => {
  assert.equal(refundRefusal({ amount: 501, left: 500, limit: null }), "REFUND_TOO_HIGH");
  assert.equal(refundRefusal({ amount: 500, left: 500, limit: 400 }), "REFUND_OVER_LIMIT");
  assert.equal(refundRefusal({ amount: 50, left: 500, limit: 400 }), "AMOUNT_BELOW_MINIMUM");
  assert.equal(refundRefusal({ amount: 50, left: 50, limit: 400 }), undefined);
});

test("whatever comes in whatever order: what is kept and what goes back add up, and an entry never has more than it owes", () => {
  const arrival = fc.record({
    amount: fc.integer({ min: 100, max: 9_000 }),
    isExtra: fc.boolean(),
    minutes: fc.integer({ min: 1, max: 600 }),
  });
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 8 }), (arrivals) => {
      let row: { [field: string]: unknown } = { ...entry };
      for (const { amount, isExtra, minutes } of arrivals.toSorted((one, other) => one.minutes - other.minutes)) {
        const now = at(minutes);
        const { usable, refund } = usableAmount({ entry: row, amount, isExtra, now });
        assert.equal(usable + refund, amount);
        if (usable > 0) row = { ...row, ...receiveOnline({ entry: row, amount: usable, asOf: now }) };
        const { paid, total } = owedBy({ entry: row, now });
        assert.ok(paid <= total);
      }
    }),
  );
});
