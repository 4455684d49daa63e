import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fromDateParts } from "#domain/dates.ts";
import { formatWireAmount } from "#domain/money.ts";
import { computePassEnd, countStartedDays, isPassTooLong, quickLengths } from "#domain/passes/pass.ts";
import { dependsOnVehicleType, quotePass } from "#domain/passes/pass-quote.ts";
import { computePassPrice } from "#domain/tariffs/pass-price.ts";
import type { PassPrice } from "#domain/tariffs/tariff.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/passes.md";
const prices: PassPrice[] = [
  { vehicle_type: null, per: "month", amount: 90_000 },
  { vehicle_type: null, per: "week", amount: 30_000 },
  { vehicle_type: null, per: "day", amount: 6_000 },
];

function parseLocal(text: string): Date {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = text.split(/[- :]/).map(Number);
  return fromDateParts({ parts: { year, month, day, hour, minute, second: 0 }, zone: "Asia/Kolkata" });
}

test("prices the passes of the document, with their lines in words", () => {
  const rows = readMarkdownTable({ file, heading: "What passes cost" });
  assert.ok(rows.length >= 10);
  for (const row of rows) {
    const isDaily = row["proration"] === "daily";
    const quote = quotePass({
      start: parseLocal(row["start"]!),
      end: parseLocal(row["end"]!),
      tariff: {
        passes: isDaily ? prices.filter(({ per }) => per === "month") : prices,
        pass_proration: isDaily ? "daily" : "none",
      },
      vehicleType: 3,
      isPerson: false,
    });
    assert.equal(formatWireAmount(quote.price), row["price"], JSON.stringify(row));
    assert.equal(quote.lines.map(({ text }) => text).join(", "), row["lines"], JSON.stringify(row));
  }
});

test("persons, vehicle types without a price and branches without a tariff are free", () => {
  const period = { start: parseLocal("2026-11-21 10:00"), end: parseLocal("2026-12-21 10:00") };
  const ofType = {
    passes: [{ vehicle_type: 2, per: "month" as const, amount: 50_000 }],
    pass_proration: "none" as const,
  };
  const quote = (vehicleType: number | null, isPerson = false, tariff: typeof ofType | null = ofType) =>
    quotePass({ ...period, tariff, vehicleType, isPerson });
  assert.equal(quote(2).price, 50_000);
  for (const free of [quote(2, true), quote(3), quote(null), quote(2, false, null)])
    assert.deepEqual(free, { price: 0, lines: [] });
});

test("a price depends on the vehicle type if one type costs another amount", () => {
  const period = { start: parseLocal("2026-11-21 10:00"), end: parseLocal("2026-12-21 10:00") };
  const depends = (passes: PassPrice[], isPerson = false): boolean =>
    dependsOnVehicleType({ ...period, tariff: { passes, pass_proration: "none" }, isPerson });
  const ofType = (vehicle_type: number | null, amount: number) => ({ vehicle_type, per: "month" as const, amount });
  assert.equal(depends([]), false);
  assert.equal(depends([ofType(null, 50_000)]), false);
  assert.equal(depends([ofType(2, 50_000)]), true);
  assert.equal(depends([ofType(null, 50_000), ofType(2, 50_000)]), false);
  assert.equal(depends([ofType(null, 50_000), ofType(2, 90_000)]), true);
  assert.equal(depends([ofType(null, 50_000), ofType(2, 90_000)], true), false);
  assert.equal(dependsOnVehicleType({ ...period, tariff: null, isPerson: false }), false);
});

test("a longer pass never costs less, the lines add up, and no pass costs more than its days", () => {
  const amounts = fc.record({ month: fc.integer({ min: 1, max: 500_000 }), day: fc.integer({ min: 1, max: 20_000 }) });
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom("none" as const, "daily" as const),
      ({ month, day }, days, more, pass_proration) => {
        const passes: PassPrice[] = [
          { vehicle_type: null, per: "month", amount: month },
          { vehicle_type: null, per: "day", amount: day },
        ];
        const tariff = { passes, pass_proration };
        const price = (length: number) => computePassPrice({ tariff, vehicleType: null, days: length })!;
        assert.ok(price(days) <= price(days + more));
        assert.ok(price(days) <= day * days || days < 30);
        const start = parseLocal("2026-11-21 10:00");
        const end = computePassEnd({ start, unit: "days", amount: days });
        const { price: quoted, lines } = quotePass({ start, end, tariff, vehicleType: null, isPerson: false });
        assert.equal(
          lines.reduce((sum, { amount }) => sum + amount, 0),
          quoted,
        );
        assert.ok(quoted <= price(days));
      },
    ),
    { numRuns: 200 },
  );
});

test("counts started days by the calendar, also where clocks change", () => {
  const start = new Date("2026-03-07T15:00:00Z");
  const zone = "America/New_York";
  for (const days of [1, 2, 7, 30, 365]) {
    const end = computePassEnd({ start, unit: "days", amount: days, zone });
    assert.equal(countStartedDays({ start, end, zone }), days);
    assert.equal(countStartedDays({ start, end: new Date(end.getTime() + 1), zone }), days + 1);
    assert.equal(countStartedDays({ start, end: new Date(end.getTime() - 1), zone }), days);
  }
  assert.equal(countStartedDays({ start, end: start, zone }), 0);
});

test("every quick length is sold by default, and a branch can sell less", () => {
  const start = parseLocal("2027-03-01 10:00");
  for (const { unit, amount } of quickLengths) {
    const end = computePassEnd({ start, unit, amount });
    assert.ok(!isPassTooLong({ start, end, longestDays: 366 }), unit);
  }
  const week = computePassEnd({ start, unit: "days", amount: 7 });
  assert.ok(!isPassTooLong({ start, end: week, longestDays: 7 }));
  assert.ok(isPassTooLong({ start, end: new Date(week.getTime() + 1), longestDays: 7 }));
});
