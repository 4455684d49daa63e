import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "#domain/collection.ts";
import { nextStep, nextStepOfPass, type NextStep } from "#domain/rules/next-step.ts";

const now = new Date("2026-11-21T04:30:00Z");
const minute = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const tariff = { charge_amount_for_minutes: 2000, payment_status: "not_paid" };
const inside = { parking_status_id: 1, in_time: minute(-10), ...tariff };
const invite = {
  parking_status_id: 3,
  is_invited: true,
  invite_start_date: minute(-5),
  invite_end_date: minute(5),
  ...tariff,
};

test("what can be done next with an entry", () => {
  const rows: [string, Row, boolean, NextStep][] = [
    ["inside and owing", inside, false, "pay"],
    ["inside and paid", { ...inside, payment_status: "paid", paid_amount: 2000 }, false, "check-out"],
    ["inside and free", { ...inside, charge_amount_for_minutes: 0 }, false, "check-out"],
    ["inside with a pass", { ...inside, free_until: minute(1) }, false, "check-out"],
    ["inside, its pass outstayed", { ...inside, free_until: minute(-1) }, false, "pay"],
    ["waiting", { parking_status_id: 3 }, true, "approve"],
    ["approved", { parking_status_id: 3 }, false, "check-in"],
    ["invited", invite, false, "check-in"],
    ["invited for later", { ...invite, invite_start_date: minute(1) }, false, "wait"],
    ["invited till now", { ...invite, invite_end_date: now }, false, "wait"],
    ["pre-pay, unpaid", { parking_status_id: 3, is_prepay: true, ...tariff }, false, "pay"],
    [
      "pre-pay, paid",
      { parking_status_id: 3, is_prepay: true, ...tariff, payment_status: "paid", paid_amount: 2000 },
      false,
      "check-in",
    ],
    ["out", { ...inside, parking_status_id: 2 }, false, "none"],
    ["cancelled", { parking_status_id: 4 }, false, "none"],
  ];
  for (const [name, entry, isWaiting, expected] of rows)
    assert.equal(nextStep({ entry, main: { is_waiting_for_approve: isWaiting }, now }), expected, name);
});

test("what can be done next with a pass nobody is in with", () => {
  const pass = {
    parking_type: "long_time",
    parking_status_id: 2,
    pass_start_time: minute(-5),
    pass_end_time: minute(5),
  };
  const rows: [Row, NextStep][] = [
    [pass, "arrive"],
    [{ ...pass, is_waiting_for_approve: true }, "approve"],
    [{ ...pass, pass_end_time: now }, "wait"],
    [{ ...pass, pass_start_time: minute(1) }, "wait"],
    [{ ...pass, parking_status_id: 4 }, "none"],
    [{ ...pass, parking_type: "single_time" }, "none"],
  ];
  for (const [main, expected] of rows) assert.equal(nextStepOfPass({ main, now }), expected, JSON.stringify(main));
});
