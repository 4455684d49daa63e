import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
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

test("a charge set by hand replaces that by the tariff, with a line for the difference and its reason", () => {
  const entry = {
    charge_amount_for_minutes: 2_000,
    valet_charge: 5_000,
    in_time: start,
    charge_override: 4_000,
    charge_override_reason: "Gate was blocked",
  };
  const charged = [addStay("0:30"), addStay("30:00")].map((now) => getStayBreakdown({ entry, now }));
  assert.deepEqual(
    charged.map(({ charge, units }) => [charge, units]),
    [
      [4_000, null],
      [4_000, null],
    ],
  );
  assert.deepEqual(
    charged[0]!.lines.map(({ text, amount }) => [text, amount]),
    [
      ["1 × 30 min at ₹20.00 = ₹20.00", 2_000],
      ["Valet charge ₹50.00", 5_000],
      ["Charge set to ₹40.00: Gate was blocked", -3_000],
    ],
  );
  const free = getStayBreakdown({ entry: { ...entry, charge_override: 0 }, now: addStay("0:30") });
  assert.equal(free.charge, 0);
});

test("four fields never charge less than the minimum and the valet charge, nor less for a longer stay", () => {
  const paise = fc.integer({ min: 0, max: 100_000 });
  const entry = fc.record({
    parking_time_type: fc.constantFrom(...timeUnits, null),
    time_value_for_minutes: fc.option(fc.integer({ min: 1, max: 1_440 })),
    charge_amount_for_minutes: fc.option(paise),
    min_charge_of_minutes: fc.option(paise),
    valet_charge: fc.option(paise),
    in_time: fc.constantFrom(start, null),
  });
  const seconds = fc.integer({ min: 0, max: 40 * 24 * 3600 });
  fc.assert(
    fc.property(entry, seconds, seconds, (row, stay, more) => {
      const [short, long] = [stay, stay + more].map((length) =>
        getStayBreakdown({ entry: row, now: addMs(length * 1000) }),
      );
      const least = (row.min_charge_of_minutes ?? 0) + (row.valet_charge ?? 0);
      assert.ok(short!.charge >= least, `${short!.charge} is less than ${least}`);
      assert.ok(long!.charge >= short!.charge);
      for (const { charge, lines } of [short!, long!])
        assert.equal(
          lines.reduce((sum, { amount }) => sum + amount, 0),
          charge,
        );
    }),
    { numRuns: 1_000 },
  );
});
