import assert from "node:assert/strict";
import { test } from "node:test";
import { describeChange, formatCell } from "#domain/reports/format-cell.ts";
import type { CellType, ReportValue } from "#domain/reports/report.ts";

test("formats values by the type of their column", () => {
  const cases: [type: CellType, value: ReportValue, text: string][] = [
    ["text", "Cash", "Cash"],
    ["text", "", "–"],
    ["money", null, "–"],
    ["date", "2026-11-24", "2026-11-24"],
    ["time", "2026-11-24T05:10:00.000Z", "2026-11-24 10:40"],
    ["hour", 7, "07:00"],
    ["weekday", 7, "Sunday"],
    ["money", 12345600, "₹1,23,456.00"],
    ["money", -50, "−₹0.50"],
    ["count", 1234567, "12,34,567"],
    ["minutes", 135, "2 h 15 min"],
    ["seconds", 45, "45 s"],
    ["seconds", 135, "2 min 15 s"],
    ["seconds", 3700, "1 h 01 min"],
    ["percent", 87.25, "87.3 %"],
  ];
  for (const [type, value, text] of cases)
    assert.equal(formatCell({ type, value, zone: "Asia/Kolkata" }), text, `${type} ${value}`);
});

test("says by how much a figure changed", () => {
  const cases: [value: number, previous: number, text: string | null][] = [
    [112, 100, "12 % more"],
    [75, 100, "25 % less"],
    [100, 100, "No change"],
    [0, 0, "No change"],
    [5, 0, null],
    [-50, -100, "50 % more"],
  ];
  for (const [value, previous, text] of cases) assert.equal(describeChange({ value, previous }), text);
});
