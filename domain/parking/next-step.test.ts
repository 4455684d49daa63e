import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { getNextStep, getNextPassStep, type NextStep } from "#domain/parking/next-step.ts";

const now = new Date("2026-11-21T04:30:00Z");
const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const tariff = { charge_amount_for_minutes: 2000, payment_status: "not_paid" };
const inside = { parking_status_id: 1, in_time: minutesFromNow(-10), ...tariff };
const invite = {
  parking_status_id: 3,
  is_invited: true,
  invite_start_date: minutesFromNow(-5),
  invite_end_date: minutesFromNow(5),
  ...tariff,
};

test("returns the next step of an entry", () => {
  const rows: [string, Row, boolean, NextStep][] = [
    ["inside with a balance due", inside, false, "pay"],
    ["inside and paid", { ...inside, payment_status: "paid", paid_amount: 2000 }, false, "check-out"],
    ["inside and free", { ...inside, charge_amount_for_minutes: 0 }, false, "check-out"],
    ["inside with a pass", { ...inside, free_until: minutesFromNow(1) }, false, "check-out"],
    ["inside, pass expired", { ...inside, free_until: minutesFromNow(-1) }, false, "pay"],
    ["waiting", { parking_status_id: 3 }, true, "approve"],
    ["approved", { parking_status_id: 3 }, false, "check-in"],
    ["invited", invite, false, "check-in"],
    ["invited for later", { ...invite, invite_start_date: minutesFromNow(1) }, false, "wait"],
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
    assert.equal(getNextStep({ entry, visitorRecord: { is_waiting_for_approve: isWaiting }, now }), expected, name);
});

test("returns the next step of a pass without an open entry", () => {
  const pass = {
    parking_type: "long_time",
    parking_status_id: 2,
    pass_start_time: minutesFromNow(-5),
    pass_end_time: minutesFromNow(5),
  };
  const rows: [Row, NextStep][] = [
    [pass, "arrive"],
    [{ ...pass, is_waiting_for_approve: true }, "approve"],
    [{ ...pass, pass_end_time: now }, "wait"],
    [{ ...pass, pass_start_time: minutesFromNow(1) }, "wait"],
    [{ ...pass, parking_status_id: 4 }, "none"],
    [{ ...pass, parking_type: "single_time" }, "none"],
  ];
  for (const [visitorRecord, expected] of rows)
    assert.equal(getNextPassStep({ visitorRecord, now }), expected, JSON.stringify(visitorRecord));
});
