import assert from "node:assert/strict";
import { test } from "node:test";
import { type CorrectablePayment, checkCashRefund, checkReversal } from "#domain/cash/payment-correction.ts";
import { suggestTenderedAmounts } from "#domain/cash/tendered-amounts.ts";
import { checkDiscount, areValidDiscountLimits } from "#domain/cash/discount-limits.ts";

const payment: CorrectablePayment = { mode: "cash", kind: "payment", amount: 4_000, corrected: 0, isInvoiced: false };

test("a reversal is for the whole own cash payment of an open shift", () => {
  const rows: [Partial<CorrectablePayment>, { isOwn?: boolean; isShiftOpen?: boolean }, string | undefined][] = [
    [{}, {}, undefined],
    [{}, { isOwn: false }, "REVERSAL_NOT_ALLOWED"],
    [{}, { isShiftOpen: false }, "SHIFT_ALREADY_CLOSED"],
    [{ mode: "online" }, {}, "REVERSAL_NOT_ALLOWED"],
    [{ kind: "refund" }, {}, "REVERSAL_NOT_ALLOWED"],
    [{ kind: "reversal" }, {}, "REVERSAL_NOT_ALLOWED"],
    [{ kind: "settlement" }, {}, undefined],
    [{ kind: "settlement", mode: "online", channel: "upi" }, {}, undefined],
    [{ kind: "settlement" }, { isOwn: false }, "REVERSAL_NOT_ALLOWED"],
    [{ kind: "settlement" }, { isShiftOpen: false }, "SHIFT_ALREADY_CLOSED"],
    [{ kind: "settlement", corrected: 4_000 }, {}, "PAYMENT_CORRECTED"],
    [{ corrected: 100 }, {}, "PAYMENT_CORRECTED"],
    [{ isInvoiced: true }, {}, "PAYMENT_INVOICED"],
  ];
  for (const [changes, context, expected] of rows)
    assert.equal(
      checkReversal({ payment: { ...payment, ...changes }, isOwn: true, isShiftOpen: true, ...context }),
      expected,
      JSON.stringify([changes, context]),
    );
});

test("a refund in cash never exceeds the payment and needs an open shift", () => {
  const rows: [number, Partial<CorrectablePayment>, { limit?: number; hasOpenShift?: boolean }, string | undefined][] =
    [
      [4_000, {}, {}, undefined],
      [4_001, {}, {}, "REFUND_TOO_HIGH"],
      [3_001, { corrected: 1_000 }, {}, "REFUND_TOO_HIGH"],
      [3_000, { corrected: 1_000 }, {}, undefined],
      [0, {}, {}, "AMOUNT_TOO_LOW"],
      [-1, {}, {}, "AMOUNT_TOO_LOW"],
      [2_001, {}, { limit: 2_000 }, "REFUND_OVER_LIMIT"],
      [2_000, {}, { limit: 2_000 }, undefined],
      [100, { mode: "online" }, {}, "REFUND_TOO_HIGH"],
      [100, { kind: "reversal" }, {}, "REFUND_TOO_HIGH"],
      [100, { kind: "settlement" }, {}, "REFUND_TOO_HIGH"],
      [100, {}, { hasOpenShift: false }, "SHIFT_REQUIRED"],
    ];
  for (const [amount, changes, context, expected] of rows)
    assert.equal(
      checkCashRefund({ payment: { ...payment, ...changes }, amount, limit: null, hasOpenShift: true, ...context }),
      expected,
      JSON.stringify([amount, changes, context]),
    );
});

test("suggests the notes that a customer hands over", () => {
  const rows: [number, number[]][] = [
    [0, []],
    [2_000, [2_000, 5_000, 10_000, 50_000]],
    [4_000, [4_000, 5_000, 10_000, 50_000]],
    [12_050, [12_050, 13_000, 15_000, 20_000]],
    [50_000, [50_000]],
    [63_000, [63_000, 65_000, 70_000, 100_000]],
  ];
  for (const [total, expected] of rows) assert.deepEqual(suggestTenderedAmounts(total), expected, String(total));
});

test("a discount above the limit of the role is rejected when it is given, not when it already is there", () => {
  const limits = { staff: 5_000 };
  const rows: [Parameters<typeof checkDiscount>[0]["role"], number, number, boolean][] = [
    ["staff", 0, 5_000, true],
    ["staff", 0, 5_001, false],
    ["staff", 6_000, 6_000, true],
    ["staff", 6_000, 5_500, true],
    ["manager", 0, 50_000, true],
    ["admin", 0, 50_000, true],
  ];
  for (const [role, before, after, isAllowed] of rows)
    assert.equal(checkDiscount({ limits, role, before, after }) === undefined, isAllowed, `${role} ${before} ${after}`);
  assert.equal(
    checkDiscount({ limits: { staff: 0 }, role: "staff", before: 0, after: 1 })?.code,
    "DISCOUNT_OVER_LIMIT",
  );
});

test("limits are amounts of roles at the gate", () => {
  for (const [stored, isValid] of [
    [null, true],
    [{}, true],
    [{ staff: 0, manager: 10_000 }, true],
    [{ staff: -1 }, false],
    [{ staff: 1.5 }, false],
    [{ staff: "50" }, false],
    [{ admin: 100 }, false],
    [[], false],
  ] as const)
    assert.equal(areValidDiscountLimits(stored), isValid, JSON.stringify(stored));
});
