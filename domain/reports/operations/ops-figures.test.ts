import assert from "node:assert/strict";
import { test } from "node:test";
import { computeExceptionRate } from "#domain/reports/operations/exceptions.ts";
import {
  computeHourlyEntries,
  computeStaff,
  forecastDay,
  forecastHour,
  listForecastDays,
} from "#domain/reports/operations/forecast.ts";
import { getStayClass, stayClasses } from "#domain/reports/operations/stay-lengths.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const readTable = (heading: string) => readMarkdownTable({ file: "docs/rules/reports-operations.md", heading });

test("a stay of exactly the end of a class belongs to the next one", () => {
  for (const row of readTable("Lengths of stay")) {
    assert.equal(stayClasses[getStayClass(Number(row["Minutes"]))], row["Class"], JSON.stringify(row));
  }
  assert.equal(stayClasses.length, 8);
});

test("the rate of a person is shown above 50 exits", () => {
  for (const { Exceptions, Exits, Rate } of readTable("Rate of a person"))
    assert.equal(String(computeExceptionRate({ count: Number(Exceptions), exits: Number(Exits) }) ?? "none"), Rate);
});

test("an hour is forecast by median and percentiles of the same weekday", () => {
  for (const { Arrivals, Expected, Low, High } of readTable("Forecast of an hour"))
    assert.deepEqual(forecastHour((Arrivals ?? "").split(", ").map(Number)), {
      expected: Number(Expected),
      low: Number(Low),
      high: Number(High),
    });
  assert.deepEqual(forecastHour([]), { expected: 0, low: 0, high: 0 });
});

test("a forecast rests on eight weeks, but not on days before the branch had any arrivals", () => {
  assert.deepEqual(listForecastDays("2026-11-25").slice(0, 2), ["2026-11-18", "2026-11-11"]);
  assert.equal(listForecastDays("2026-11-25").at(-1), "2026-09-30");
  const at = (hour: number, count: number): number[] => Array.from({ length: 24 }, (_, h) => (h === hour ? count : 0));
  const arrivals = new Map([
    ["2026-11-04", at(9, 4)],
    ["2026-11-18", at(9, 8)],
  ]);
  // Nobody came on the 11th.
  assert.equal(forecastDay({ day: "2026-11-25", arrivals })[9]?.expected, 4);
  assert.equal(forecastDay({ day: "2026-11-25", arrivals })[8]?.expected, 0);
  assert.equal(forecastDay({ day: "2026-11-25", arrivals: new Map() }).length, 24);
});

test("staff is enough for the arrivals, and one at least", () => {
  for (const { Arrivals, Entries, "Minutes on duty": minutes, Staff } of readTable("Staff for an hour")) {
    const hourlyEntries = computeHourlyEntries({ entries: Number(Entries), dutyMinutes: Number(minutes) });
    assert.equal(computeStaff({ arrivals: Number(Arrivals), hourlyEntries }), Number(Staff), `${Arrivals} arrivals`);
  }
});
