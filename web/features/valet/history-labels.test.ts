import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldChanges } from "#domain/schema/collection.ts";
import { describeChange } from "#web/features/valet/history-labels.ts";

const extras = [{ id: "wash", label: "Car wash", kind: "amount", amount: 20_000, when: "pressed" }] as const;
const getTypeName = (id: unknown): string => `type ${String(id)}`;
const getName = (id: string): string => `driver ${id}`;

test("describes offers, assignments and refunds", () => {
  const cases: [changes: FieldChanges, labels: string[]][] = [
    [{ pickup_request_assigned: [null, "7"] }, ["Assigned to driver 7"]],
    [
      { vehicle_type: [1, 2], corrected_at: [null, "2026-01-01T10:00:00Z"], change_reason: [null, "Mistyped"] },
      ["Vehicle type corrected from type 1 to type 2", "Reason: Mistyped"],
    ],
    [{ pickup_gate: ["Main gate", "Tower B"] }, ["Pickup gate: Tower B"]],
    [{ Assigned_Staff: ["6", "7"] }, ["Assigned to driver 7"]],
    [{ offered_to: [null, "7"] }, ["Offered to driver 7"]],
    [{ offered_to: ["7", null] }, ["No longer offered to driver 7"]],
    [{ offered_to: ["7", null], pickup_request_assigned: [null, "8"] }, ["Assigned to driver 8"]],
    [{ offered_to: ["7", null], status_id: [3, 4] }, ["Accepted by driver"]],
    [
      { offered_to: ["7", null], manager_called_at: [null, "2026-01-01T10:00:00Z"] },
      ["No driver accepted: manager alerted"],
    ],
    [{ pickup_wanted_at: [null, "2026-01-01T10:00:00Z"] }, ["Pickup scheduled"]],
    [{ pickup_wanted_at: ["2026-01-01T10:00:00Z", null] }, ["Scheduled pickup cancelled"]],
    [{ slip_prints: [1, 2] }, ["Slip printed again as a duplicate"]],
    [{ receipt_prints: [0, 1] }, ["Receipt printed"]],
    [{ refunded_amount: ["20.00", "70.00"] }, ["₹50.00 refunded"]],
    [{ online_tip: [null, "50.00"], valet_tip: ["50.00", null] }, ["Tip paid online"]],
    [{ online_tip: ["50.00", "30.00"] }, ["Tip of ₹20.00 refunded"]],
    [{ valet_tip: ["50.00", null] }, ["Tip of ₹50.00 removed"]],
    [
      {
        valet_tip: ["50.00", null],
        tip_collected_at: ["2026-01-01T10:00:00Z", null],
        voided_at: [null, "2026-01-01T10:05:00Z"],
      },
      ["Tip of ₹50.00 returned", "Cancelled"],
    ],
    [{ online_tip: ["30.00", null] }, ["Tip of ₹30.00 refunded"]],
    [{ status_id: [1, 2], slot_prefix: [null, "B"], slot_no: [null, 7] }, ["Parked", "Slot B7"]],
    [{ status_id: [3, 2], pickup_requested_at: ["2026-01-01T10:00:00Z", null] }, ["Pickup request cancelled"]],
    [{ status_id: [5, 2], pickup_request_assigned: ["7", null] }, ["Parked again"]],
    [{ is_slip_lost: [false, true], tariff_extras: [null, ["wash"]] }, ["Slip lost", "Car wash added"]],
    [
      { charge_override: [null, "40.00"], charge_override_reason: [null, "Long wait"] },
      ["Charge set to ₹40.00: Long wait"],
    ],
    [
      {
        corrected_at: [null, "2026-01-01T10:00:00Z"],
        change_reason: [null, "Misheard"],
        Customer_Phone_Number: ["9840012345", "9840054321"],
        otp_renewed_at: [null, "2026-01-01T10:00:00Z"],
      },
      ["Phone number corrected from 9840012345 to 9840054321", "Reason: Misheard", "New OTP issued"],
    ],
    [
      { corrected_at: [null, "2026-01-01T10:00:00Z"], change_reason: ["Misheard", "Wrong tag"], key_tag: [null, "17"] },
      ["Key tag corrected from nothing to 17", "Reason: Wrong tag"],
    ],
    [
      {
        status_id: [2, 6],
        voided_at: [null, "2026-01-01T10:00:00Z"],
        change_reason: [null, "The guest takes the car back"],
        slot_no: [4, null],
      },
      ["Cancelled: The guest takes the car back"],
    ],
  ];
  for (const [changes, labels] of cases)
    assert.deepEqual(describeChange({ changes, getName, extras, getTypeName }), labels);
});
