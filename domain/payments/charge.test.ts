import type { Row } from "#domain/schema/collection.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { computeCharge, countStartedMinutes, toTariff, findTariffRow, timeUnits } from "#domain/payments/charge.ts";
import { toPaise, formatWireAmount } from "#domain/money.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const start = new Date("2026-11-21T04:30:00Z");

function addStay(stay: string): Date {
  const [hours = 0, minutes = 0, seconds = 0] = stay.split(":").map(Number);
  return new Date(start.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

test("computes the worked examples of docs/rules/charges.md", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/charges.md", heading: "Worked examples" })) {
    const isStarted = row["stay"] !== "not begun";
    const tariffRow: Row = {
      parking_time_type: row["time type"],
      time_value_for_minutes: row["value"] === "" ? null : Number(row["value"]),
      charge_amount_for_minutes: toPaise(row["rate"] ?? ""),
      min_charge_of_minutes: toPaise(row["minimum"] ?? ""),
    };
    const breakdown = computeCharge({
      tariff: toTariff(tariffRow),
      valetCharge: toPaise(row["valet charge"] ?? ""),
      from: isStarted ? start : null,
      to: isStarted ? addStay(row["stay"] ?? "") : start,
    });
    const { minutes, units, charge } = breakdown;
    assert.deepEqual(
      [String(minutes), String(units), formatWireAmount(charge)],
      [row["minutes"], row["units"], row["charge"]],
      JSON.stringify(row),
    );
  }
});

const tariff = fc.record({
  timeUnit: fc.constantFrom(...timeUnits),
  minutesPerUnit: fc.integer({ min: 1, max: 100_000 }),
  rate: fc.integer({ min: 0, max: 10_000_000 }),
  minimum: fc.integer({ min: 0, max: 10_000_000 }),
});
const seconds = fc.integer({ min: 0, max: 400 * 24 * 3600 });
const addMs = (ms: number) => new Date(start.getTime() + ms);

test("a longer stay never costs less, and no stay costs less than the minimum plus valet charge", () => {
  fc.assert(
    fc.property(tariff, seconds, seconds, fc.nat(100_000), (tariff, stay, extraSeconds, valetCharge) => {
      const short = computeCharge({ tariff, valetCharge, from: start, to: addMs(stay * 1000) });
      const long = computeCharge({ tariff, valetCharge, from: start, to: addMs((stay + extraSeconds) * 1000) });
      assert.ok(long.charge >= short.charge);
      assert.ok(short.charge >= tariff.minimum + valetCharge);
      assert.ok(Number.isSafeInteger(long.charge));
      assert.ok(short.units * short.unitMinutes >= short.minutes);
      assert.ok((short.units - 1) * short.unitMinutes < Math.max(1, short.minutes));
    }),
  );
});

test("counts no minutes if the clock was set back", () => {
  assert.equal(countStartedMinutes({ from: start, to: addMs(-1) }), 0);
  assert.equal(countStartedMinutes({ from: start, to: addMs(1) }), 1);
});

test("prefers the vehicle type's rate to the rate without a type, within the same service", () => {
  const rows: Row[] = [
    { id: 1, service: "is_parking", vehicle_type: null },
    { id: 2, service: "is_parking", vehicle_type: 7 },
    { id: 3, service: "is_valet_and_parking", vehicle_type: 8 },
    { id: 4, service: "is_parking", vehicle_type: { id: 9, name: "Truck" } },
  ];
  const findRowId = (vehicleType: number | null, service = "is_parking") =>
    findTariffRow({ rows, service, vehicleType })?.["id"];
  assert.equal(findRowId(7), 2);
  assert.equal(findRowId(9), 4);
  assert.equal(findRowId(8), 1);
  assert.equal(findRowId(null), 1);
  assert.equal(findRowId(8, "is_valet_and_parking"), 3);
  assert.equal(findRowId(7, "is_valet_and_parking"), undefined);
});
