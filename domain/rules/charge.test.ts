import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { chargeFor, minutesBetween, tariffOf, tariffRowFor, timeUnits } from "#domain/rules/charge.ts";
import { paiseOf, wireAmount } from "#domain/rules/money.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const start = new Date("2026-11-21T04:30:00Z");

function after(stay: string): Date {
  const [hours = 0, minutes = 0, seconds = 0] = stay.split(":").map(Number);
  return new Date(start.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

test("the worked examples of docs/rules/charges.md", () => {
  for (const row of markdownTable({ file: "docs/rules/charges.md", heading: "Worked examples" })) {
    const isBegun = row["stay"] !== "not begun";
    const arithmetic = chargeFor({
      tariff: tariffOf({
        parking_time_type: row["time type"],
        time_value_for_minutes: row["value"] === "" ? null : Number(row["value"]),
        charge_amount_for_minutes: paiseOf(row["rate"] ?? ""),
        min_charge_of_minutes: paiseOf(row["minimum"] ?? ""),
      }),
      valetCharge: paiseOf(row["valet charge"] ?? ""),
      from: isBegun ? start : null,
      to: isBegun ? after(row["stay"] ?? "") : start,
    });
    const { minutes, units, charge } = arithmetic;
    assert.deepEqual(
      [String(minutes), String(units), wireAmount(charge)],
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
const later = (ms: number) => new Date(start.getTime() + ms);

test("a longer stay never costs less, nor any stay less than the minimum and the valet charge", () => {
  fc.assert(
    fc.property(tariff, seconds, seconds, fc.nat(100_000), (tariff, stay, more, valetCharge) => {
      const short = chargeFor({ tariff, valetCharge, from: start, to: later(stay * 1000) });
      const long = chargeFor({ tariff, valetCharge, from: start, to: later((stay + more) * 1000) });
      assert.ok(long.charge >= short.charge);
      assert.ok(short.charge >= tariff.minimum + valetCharge);
      assert.ok(Number.isSafeInteger(long.charge));
      assert.ok(short.units * short.unitMinutes >= short.minutes);
      assert.ok((short.units - 1) * short.unitMinutes < Math.max(1, short.minutes));
    }),
  );
});

test("a clock that ran back costs no time", () => {
  assert.equal(minutesBetween({ from: start, to: later(-1) }), 0);
  assert.equal(minutesBetween({ from: start, to: later(1) }), 1);
});

test("the vehicle type's own row comes before the row without a type, of the same service only", () => {
  const rows = [
    { id: 1, service: "is_parking", vehicle_type: null },
    { id: 2, service: "is_parking", vehicle_type: 7 },
    { id: 3, service: "is_valet_and_parking", vehicle_type: 8 },
    { id: 4, service: "is_parking", vehicle_type: { id: 9, name: "Truck" } },
  ];
  const chosen = (vehicleType: number | null, service = "is_parking") =>
    tariffRowFor({ rows, service, vehicleType })?.["id"];
  assert.equal(chosen(7), 2);
  assert.equal(chosen(9), 4);
  assert.equal(chosen(8), 1);
  assert.equal(chosen(null), 1);
  assert.equal(chosen(8, "is_valet_and_parking"), 3);
  assert.equal(chosen(7, "is_valet_and_parking"), undefined);
});
