import assert from "node:assert/strict";
import { test } from "node:test";
import { describeChargeLine, omitLineAmount } from "#domain/tariffs/describe-charge.ts";
import type { ChargeLine } from "#domain/tariffs/stay-charge.ts";

const examples: [ChargeLine, string][] = [
  [{ kind: "each", units: 2, step: 30, rate: 20_00, isFirst: true, amount: 40_00 }, "2 × 30 min at ₹20.00"],
  [{ kind: "total", to: 120, isFirst: true, amount: 40_00 }, "First 2 hours"],
  [{ kind: "extra", label: "Charging", amount: 50_00 }, "Charging"],
  [{ kind: "offer", title: "Opening week", amount: -10_00 }, "Opening week"],
  [{ kind: "rounding", amount: -50 }, "Rounding"],
  [{ kind: "valet", amount: 50_00 }, "Valet charge"],
  // Amounts other than that of the line stay.
  [{ kind: "cap", day: 1, cap: 80_00, amount: -20_00 }, "at most ₹80.00 a day"],
  [{ kind: "minimum", minimum: 40_00, amount: 20_00 }, "Minimum charge ₹40.00"],
  [{ kind: "override", charge: 100_00, reason: "Agreed", amount: -20_00 }, "Charge set to ₹100.00: Agreed"],
  [{ kind: "lost_slip", isWaived: true, amount: 0 }, "Lost slip, waived with proof"],
];

test("a line beside its amount names it once", () => {
  for (const [line, label] of examples)
    assert.equal(omitLineAmount({ text: describeChargeLine(line), amount: line.amount }), label);
});
