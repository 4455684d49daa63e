import assert from "node:assert/strict";
import { test } from "node:test";
import { describeChange } from "#web/features/parking/history-labels.ts";
import type { FieldChanges } from "#domain/schema/collection.ts";

const extras = [{ id: "charging", label: "Charging", kind: "amount", amount: 5_000, when: "pressed" }] as const;

const getTypeName = (id: unknown): string => `type ${String(id)}`;

const cases: [string, FieldChanges | null, number | null, string[]][] = [
  ["check-in", {}, 1, ["Checked in"]],
  ["pending entry", {}, 3, ["Entry created"]],
  [
    "corrected vehicle type and plate",
    {
      correction: [null, { vehicle_type: [1, 2], vehicle_no: ["TN09AB1234", "TN09AB1235"] }],
      change_reason: [null, "Mistyped"],
    },
    1,
    [
      "Vehicle type corrected from type 1 to type 2",
      "Vehicle number corrected from TN09AB1234 to TN09AB1235",
      "Reason: Mistyped",
    ],
  ],
  [
    "edited details of the visitor, with the person to meet",
    {
      visitor_changes: [null, { name: ["Kavya", "Kavya R"], entry_reason: [null, "Meeting"] }],
      visitor_id: [null, "u"],
    },
    1,
    [
      "Name changed from Kavya to Kavya R",
      "Purpose of visit changed from nothing to Meeting",
      "Person to meet changed",
    ],
  ],
  [
    "cash with a discount and check-out",
    {
      parking_status_id: [1, 2],
      payment_status: ["not_paid", "paid"],
      payment_mode: [null, "cash"],
      paid_amount: ["0.00", "110.00"],
      deduction_charge: ["0.00", "10.00"],
      deduction_note: [null, "Regular customer"],
      out_time: [null, "2026-11-21T10:00:00Z"],
    },
    2,
    ["Discount ₹10.00: Regular customer", "₹110.00 received in cash", "Checked out"],
  ],
  ["additional payment", { paid_amount: ["20.00", "60.00"] }, 1, ["₹40.00 received in cash"]],
  [
    "online payment",
    { paid_amount: ["0.00", "20.00"], payment_mode: [null, "online"], payment_status: ["not_paid", "paid"] },
    1,
    ["₹20.00 received online"],
  ],
  [
    "booking on account",
    {
      paid_amount: ["0.00", "35.00"],
      payment_mode: [null, "online"],
      payment_channel: [null, "on_account"],
      payment_reference: [null, "Acme Ltd"],
    },
    1,
    ["₹35.00 booked on account (Acme Ltd)"],
  ],
  ["write-off", { payment_status: ["not_paid", "paid"], paid_amount: ["0.00", "0.00"] }, 1, ["Closed without payment"]],
  ["check-in of a pending entry", { parking_status_id: [3, 1], in_time: [null, "x"] }, 1, ["Checked in"]],
  [
    "missed exit",
    {
      parking_status_id: [1, 2],
      out_time: [null, "2026-11-21T10:00:00Z"],
      exit_recorded_at: [null, "2026-11-22T10:00:00Z"],
      change_reason: [null, "Barrier was open"],
    },
    2,
    ["Missed exit recorded: Barrier was open"],
  ],
  ["cancellation", { parking_status_id: [3, 4] }, 4, ["Cancelled"]],
  [
    "rejection by an approver",
    { parking_status_id: [3, 4], approved_by: [null, "u1"], approved_at: [null, "x"] },
    4,
    ["Rejected"],
  ],
  ["approval", { approved_by: [null, "u1"], approved_at: [null, "x"] }, 3, ["Approved"]],
  [
    "pass renewed during the stay",
    { free_until: ["2026-11-21T10:00:00Z", "2026-12-21T10:00:00Z"] },
    1,
    ["Pass renewed during the stay"],
  ],
  ["slot change", { slot_no: [3, 9], slot_prefix: ["A", "B"] }, 1, ["Slot changed to B9"]],
  ["lost slip", { is_slip_lost: [false, true], total_amount: ["20.00", "320.00"] }, 1, ["Slip lost"]],
  ["proof", { lost_slip_proof: [null, "Licence"] }, 1, ["Fee for the lost slip waived: Licence"]],
  ["proof withdrawn", { lost_slip_proof: ["Licence", null] }, 1, ["Fee for the lost slip no longer waived"]],
  ["slip found", { is_slip_lost: [true, false], lost_slip_proof: ["Licence", null] }, 1, ["Slip found"]],
  ["first extra", { tariff_extras: [null, ["charging"]] }, 1, ["Charging added"]],
  [
    "exchanged extras",
    {
      tariff_extras: [
        ["charging", "cash"],
        ["cash", "wash"],
      ],
    },
    1,
    ["wash added", "Charging removed"],
  ],
  [
    "bill",
    { bill_shop: [null, "Shoe House"], bill_number: [null, "B-17"], bill_amount: [null, "1500.00"] },
    1,
    ["Shop bill B-17 of Shoe House, ₹1,500.00"],
  ],
  ["corrected amount of a bill", { bill_amount: ["15.00", "50.00"] }, 1, ["Shop bill, ₹50.00"]],
  [
    "bill removed",
    { bill_shop: ["Shoe House", null], bill_number: ["B-17", null], bill_amount: ["15.00", null] },
    1,
    ["Shop bill removed"],
  ],
  [
    "charge set by hand",
    { charge_override: [null, "40.00"], charge_override_reason: [null, "Gate was blocked"] },
    1,
    ["Charge set to ₹40.00: Gate was blocked"],
  ],
  [
    "charge by the tariff",
    { charge_override: ["0.00", null], charge_override_reason: ["Gate was blocked", null] },
    1,
    ["Charge by the tariff again"],
  ],
  ["field without its own description", { merchant_id: [null, "M1"] }, 1, ["Details updated"]],
  ["online payment started", { merchant_transaction_id: [null, "P1"] }, 1, ["Online payment started"]],
  ["online payment that ended", { merchant_transaction_id: ["P1", null] }, 1, ["Online payment not applied"]],
];

test("pending entry that is paid before check-in", () =>
  assert.deepEqual(describeChange({ changes: {}, status: 3, isPrepay: true, getTypeName }), ["Payment due"]));

for (const [name, changes, status, descriptions] of cases)
  test(name, () => assert.deepEqual(describeChange({ changes, status, extras, getTypeName }), descriptions));
