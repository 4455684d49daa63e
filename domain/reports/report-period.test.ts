import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, countDays, getComparedRange, isValidRange } from "#domain/reports/report-period.ts";

test("adds days over ends of months and years", () => {
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  assert.equal(addDays("2028-03-01", -1), "2028-02-29");
  assert.equal(addDays("2026-11-24", 0), "2026-11-24");
});

test("accepts ranges of days of the calendar of at most a year", () => {
  const cases: [from: string, to: string, isValid: boolean][] = [
    ["2026-11-24", "2026-11-24", true],
    ["2026-11-25", "2026-11-24", false],
    ["2028-01-01", "2028-12-31", true],
    ["2026-01-01", "2027-01-02", false],
    ["2026-02-30", "2026-03-01", false],
    ["2026-13-01", "2026-13-02", false],
  ];
  for (const [from, to, isValid] of cases) assert.equal(isValidRange({ from, to }), isValid, `${from} to ${to}`);
  assert.equal(countDays({ from: "2026-11-01", to: "2026-11-30" }), 30);
});

test("compares with the period before, or with the same weekdays", () => {
  const range = { from: "2026-11-16", to: "2026-11-24" };
  assert.deepEqual(getComparedRange({ range, comparison: "previous" }), { from: "2026-11-07", to: "2026-11-15" });
  assert.deepEqual(getComparedRange({ range, comparison: "weekdays" }), { from: "2026-11-02", to: "2026-11-10" });
});
