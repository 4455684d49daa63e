import assert from "node:assert/strict";
import { test } from "node:test";
import { findPreset, getPresetRange, getReportPresets, getWeekday } from "#domain/reports/report-presets.ts";

const { offered: rangePresets } = getReportPresets("range");

test("offers periods that end today, and the month before", () => {
  const today = "2026-11-25"; // a Wednesday
  assert.deepEqual(
    rangePresets.map((preset) => Object.values(getPresetRange({ preset, today })).join(" ")),
    [
      "2026-11-25 2026-11-25",
      "2026-11-24 2026-11-24",
      "2026-11-19 2026-11-25",
      "2026-11-23 2026-11-25",
      "2026-11-01 2026-11-25",
      "2026-10-01 2026-10-31",
      "2026-01-01 2026-11-25",
    ],
  );
  assert.deepEqual(getPresetRange({ preset: "last-month", today: "2028-03-31" }), {
    from: "2028-02-01",
    to: "2028-02-29",
  });
});

test("weeks begin on Monday", () => {
  assert.deepEqual(["2026-11-23", "2026-11-28", "2026-11-29"].map(getWeekday), [1, 6, 7]);
  assert.equal(getPresetRange({ preset: "this-week", today: "2026-11-29" }).from, "2026-11-23");
  assert.equal(getPresetRange({ preset: "this-week", today: "2026-11-23" }).from, "2026-11-23");
});

test("finds the preset of a range", () => {
  const today = "2026-11-25";
  for (const preset of rangePresets)
    assert.equal(findPreset({ range: getPresetRange({ preset, today }), today }), preset);
  const tomorrow = getPresetRange({ preset: getReportPresets("coming-day").default, today });
  assert.deepEqual(tomorrow, { from: "2026-11-26", to: "2026-11-26" });
  assert.equal(findPreset({ range: tomorrow, today }), "tomorrow");
  assert.equal(findPreset({ range: { from: "2026-11-02", to: "2026-11-03" }, today }), undefined);
});
