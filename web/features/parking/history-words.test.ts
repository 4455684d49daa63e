import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsFor } from "#web/features/parking/history-words.ts";
import type { Changes } from "#web/ui/detail/change-words.ts";

const cases: [string, Changes | null, number | null, string[]][] = [
  ["a walk-in", {}, 1, ["Checked in"]],
  ["an invite", {}, 3, ["Entry made, not inside yet"]],
  [
    "cash with a deduction, and out",
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
    ["Took off ₹10.00: Regular customer", "Took ₹110.00 in cash", "Checked out"],
  ],
  ["an extra", { paid_amount: ["20.00", "60.00"] }, 1, ["Took ₹40.00 in cash"]],
  [
    "paid online",
    { paid_amount: ["0.00", "20.00"], payment_mode: [null, "online"], payment_status: ["not_paid", "paid"] },
    1,
    ["Took ₹20.00 online"],
  ],
  ["free", { payment_status: ["not_paid", "paid"], paid_amount: ["0.00", "0.00"] }, 1, ["Settled with nothing to pay"]],
  ["in after waiting", { parking_status_id: [3, 1], in_time: [null, "x"] }, 1, ["Checked in"]],
  ["cancelled", { parking_status_id: [3, 4] }, 4, ["Cancelled"]],
  [
    "rejected by an approver",
    { parking_status_id: [3, 4], approved_by: [null, "u1"], approved_at: [null, "x"] },
    4,
    ["Rejected"],
  ],
  ["approved", { approved_by: [null, "u1"], approved_at: [null, "x"] }, 3, ["Approved"]],
  [
    "a pass renewed under way",
    { free_until: ["2026-11-21T10:00:00Z", "2026-12-21T10:00:00Z"] },
    1,
    ["Covered for longer by the pass"],
  ],
  ["another slot", { slot_no: [3, 9], slot_prefix: ["A", "B"] }, 1, ["Slot is now B9"]],
  ["what has no words of its own", { merchant_id: [null, "M1"] }, 1, ["Details updated"]],
];

for (const [name, changes, status, words] of cases)
  test(name, () => assert.deepEqual(wordsFor({ changes, status }), words));
