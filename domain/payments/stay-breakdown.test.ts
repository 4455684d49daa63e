import assert from "node:assert/strict";
import { test } from "node:test";
import { formatWireAmount, toPaise } from "#domain/money.ts";
import { getStayBreakdown } from "#domain/payments/stay-breakdown.ts";
import { timeUnits } from "#domain/tariffs/simple-tariff.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const start = new Date("2026-11-21T04:30:00Z");
const addMs = (ms: number) => new Date(start.getTime() + ms);

function addStay(stay: string): Date {
  const [hours = 0, minutes = 0, seconds = 0] = stay.split(":").map(Number);
  return addMs(((hours * 60 + minutes) * 60 + seconds) * 1000);
}

test("computes minutes, units and charge of docs/rules/charges.md, and lines that add up to it", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/charges.md", heading: "Worked examples" })) {
    const isStarted = row["stay"] !== "not begun";
    const entry = {
      parking_time_type: timeUnits.find((unit) => unit === row["time type"])!,
      time_value_for_minutes: row["value"] === "" ? null : Number(row["value"]),
      charge_amount_for_minutes: toPaise(row["rate"] ?? ""),
      min_charge_of_minutes: toPaise(row["minimum"] ?? ""),
      valet_charge: toPaise(row["valet charge"] ?? ""),
      in_time: isStarted ? start : null,
    };
    const now = isStarted ? addStay(row["stay"] ?? "") : start;
    const { minutes, units, charge, lines } = getStayBreakdown({ entry, now });
    assert.deepEqual(
      [String(minutes), String(units), formatWireAmount(charge)],
      [row["minutes"], row["units"], row["charge"]],
      JSON.stringify(row),
    );
    assert.equal(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      charge,
    );
  }
});

test("counts no minutes if the clock was set back", () => {
  assert.equal(countStartedMinutes({ from: start, to: addMs(-1) }), 0);
  assert.equal(countStartedMinutes({ from: start, to: addMs(1) }), 1);
});
