import assert from "node:assert/strict";
import { test } from "node:test";
import { describeChargeLine } from "#domain/tariffs/describe-charge.ts";
import type { ChargeLine } from "#domain/tariffs/stay-charge.ts";

/** A line, its text, and its message with values, which is without the amount. */
const examples: [ChargeLine, string, string, { [name: string]: unknown }?][] = [
  [
    { kind: "each", units: 2, step: 30, rate: 20_00, isFirst: true, amount: 40_00 },
    "2 × 30 min at ₹20.00 = ₹40.00",
    "{units} × {unit} at {rate}",
    { units: 2, unit: { message: "{minutes} min", values: { minutes: 30 } }, rate: "₹20.00" },
  ],
  [
    { kind: "each", units: 1, step: 60, rate: 20_00, isFirst: false, amount: 20_00 },
    "1 more hour at ₹20.00 = ₹20.00",
    "1 more hour at {rate}",
    { rate: "₹20.00" },
  ],
  [
    { kind: "total", to: 120, isFirst: true, amount: 40_00 },
    "First 2 hours ₹40.00",
    "First {duration}",
    { duration: { message: "{count} hours", values: { count: 2 } } },
  ],
  [
    { kind: "night", count: 1, rate: 50_00, from: "22:00", to: "06:00", per: "night", amount: 50_00 },
    "1 night (22:00–06:00) at ₹50.00 = ₹50.00",
    "1 night ({from}–{to}) at {rate}",
    { from: "22:00", to: "06:00", rate: "₹50.00" },
  ],
  [{ kind: "extra", label: "Charging", amount: 50_00 }, "Charging +₹50.00", "Charging"],
  [{ kind: "offer", title: "Opening week", amount: -10_00 }, "Opening week −₹10.00", "Opening week"],
  [{ kind: "multiplier", name: "SUV", percent: 150, amount: 20_00 }, "SUV × 1.5 +₹20.00", "SUV × 1.5"],
  [{ kind: "rounding", amount: -50 }, "Rounding −₹0.50", "Rounding"],
  [{ kind: "valet", amount: 50_00 }, "Valet charge ₹50.00", "Valet charge"],
  [{ kind: "minimum", minimum: 40_00, amount: 40_00 }, "Minimum charge ₹40.00", "Minimum charge"],
  // Amounts other than that of the line stay.
  [
    { kind: "minimum", minimum: 40_00, amount: 20_00 },
    "Minimum charge ₹40.00",
    "Minimum charge {amount}",
    { amount: "₹40.00" },
  ],
  [
    { kind: "cap", day: 1, cap: 80_00, amount: -20_00 },
    "at most ₹80.00 a day",
    "at most {amount} a day",
    { amount: "₹80.00" },
  ],
  [
    { kind: "override", charge: 100_00, reason: "Agreed", amount: -20_00 },
    "Charge set to ₹100.00: Agreed",
    "Charge set to {amount}: {reason}",
    { amount: "₹100.00", reason: "Agreed" },
  ],
  [{ kind: "lost_slip", isWaived: true, amount: 0 }, "Lost slip, waived with proof", "Lost slip, waived with proof"],
];

test("a line is a text with its amount, and a message without it", () => {
  for (const [line, text, message, values = {}] of examples)
    assert.deepEqual(describeChargeLine(line), { text, amount: line.amount, translation: { message, values } });
});
