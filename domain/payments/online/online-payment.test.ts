import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  getPayableAmount,
  applyOnlinePayment,
  checkRefund,
  splitReceivedAmount,
} from "#domain/payments/online/online-payment.ts";
import { type ChargedEntry, computeBalance } from "#domain/payments/payment.ts";

const inTime = new Date("2026-11-21T10:00:00Z");
const at = (minutes: number): Date => new Date(inTime.getTime() + minutes * 60_000);
const tariff = { parking_time_type: "minutes", time_value_for_minutes: 30, charge_amount_for_minutes: 2_000 } as const;
const entry: ChargedEntry = { ...tariff, in_time: inTime, out_time: null, payment_status: "not_paid", paid_amount: 0 };

test("a full amount sets paid, charged up to the time the amount was shown", () => {
  const row = applyOnlinePayment({ entry, amount: 2_000, asOf: at(30) });
  assert.deepEqual(
    [row["payment_status"], row["paid_amount"], row["total_amount"], row["extended_amount"]],
    ["paid", 2_000, 2_000, 0],
  );
});

test("a part amount sets partially paid with a balance due", () => {
  const row = applyOnlinePayment({ entry, amount: 500, asOf: at(30) });
  assert.deepEqual([row["payment_status"], row["paid_amount"], row["extended_amount"]], ["partially_paid", 500, 1_500]);
});

test("refunds an amount for a paid entry, unless it is a due additional charge", () => {
  const paid: ChargedEntry = { ...entry, payment_status: "paid", paid_amount: 2_000 };
  assert.deepEqual(splitReceivedAmount({ entry: paid, amount: 2_000, isAdditional: false, now: at(50) }), {
    usable: 0,
    refund: 2_000,
  });
  assert.deepEqual(splitReceivedAmount({ entry: paid, amount: 2_000, isAdditional: true, now: at(50) }), {
    usable: 2_000,
    refund: 0,
  });
  assert.deepEqual(splitReceivedAmount({ entry: paid, amount: 2_000, isAdditional: true, now: at(30) }), {
    usable: 0,
    refund: 2_000,
  });
});

test("a cancelled entry has no balance due", () => {
  const cancelled = { ...entry, parking_status_id: 4 } as const;
  assert.equal(splitReceivedAmount({ entry: cancelled, amount: 2_000, isAdditional: false, now: at(30) }).usable, 0);
  assert.equal(getPayableAmount({ entry: cancelled, partAmount: undefined, now: at(30) }), "NO_NEXT_STATUS");
});

test("the payable amount is the balance due or a part of it, at least one rupee", () => {
  assert.deepEqual(getPayableAmount({ entry, partAmount: undefined, now: at(31) }), { amount: 4_000, isExtra: false });
  assert.deepEqual(getPayableAmount({ entry, partAmount: 1_000, now: at(31) }), { amount: 1_000, isExtra: false });
  assert.equal(getPayableAmount({ entry, partAmount: 4_001, now: at(31) }), "AMOUNT_TOO_HIGH");
  assert.equal(getPayableAmount({ entry, partAmount: 99, now: at(31) }), "AMOUNT_BELOW_MINIMUM");
  const paid: ChargedEntry = { ...entry, payment_status: "paid", paid_amount: 4_000 };
  assert.equal(getPayableAmount({ entry: paid, partAmount: undefined, now: at(31) }), "ALREADY_PAID");
  assert.deepEqual(getPayableAmount({ entry: paid, partAmount: undefined, now: at(61) }), {
    amount: 2_000,
    isExtra: true,
  });
});

test("a refund never exceeds the refundable amount, nor a manager's limit", () => {
  assert.equal(checkRefund({ amount: 501, refundable: 500, limit: null }), "REFUND_TOO_HIGH");
  assert.equal(checkRefund({ amount: 500, refundable: 500, limit: 400 }), "REFUND_OVER_LIMIT");
  assert.equal(checkRefund({ amount: 50, refundable: 500, limit: 400 }), "AMOUNT_BELOW_MINIMUM");
  assert.equal(checkRefund({ amount: 50, refundable: 50, limit: 400 }), undefined);
});

test("for any sequence of payments, usable and refunded amounts add up and an entry never receives more than its total", () => {
  const arrival = fc.record({
    amount: fc.integer({ min: 100, max: 9_000 }),
    isExtra: fc.boolean(),
    minutes: fc.integer({ min: 1, max: 600 }),
  });
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 8 }), (arrivals) => {
      let row: { [field: string]: unknown } = { ...entry };
      for (const { amount, isExtra, minutes } of arrivals.toSorted((first, second) => first.minutes - second.minutes)) {
        const now = at(minutes);
        const { usable, refund } = splitReceivedAmount({ entry: row, amount, isAdditional: isExtra, now });
        assert.equal(usable + refund, amount);
        if (usable > 0) row = { ...row, ...applyOnlinePayment({ entry: row, amount: usable, asOf: now }) };
        const { paid, total } = computeBalance({ entry: row, now });
        assert.ok(paid <= total);
      }
    }),
  );
});
