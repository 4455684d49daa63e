import assert from "node:assert/strict";
import { test } from "node:test";
import { formatWireAmount, toPaise } from "#domain/money.ts";
import {
  getUnitMinutes,
  timeUnits,
  toSimpleTariff,
  toTariffRow,
  type TariffRow,
} from "#domain/tariffs/simple-tariff.ts";
import { computeStayCharge } from "#domain/tariffs/stay-charge.ts";
import { findTariffProblems } from "#domain/tariffs/tariff-problems.ts";
import { tariffSchema } from "#domain/tariffs/tariff.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const start = new Date("2026-11-21T04:30:00Z");

function addStay(stay: string): Date {
  const [hours = 0, minutes = 0, seconds = 0] = stay.split(":").map(Number);
  return new Date(start.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

test("the four fields cost what docs/rules/charges.md says", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/charges.md", heading: "Worked examples" })) {
    const tariffRow: TariffRow = {
      parking_time_type: timeUnits.find((unit) => unit === row["time type"])!,
      time_value_for_minutes: row["value"] === "" ? null : Number(row["value"]),
      charge_amount_for_minutes: toPaise(row["rate"] ?? ""),
      min_charge_of_minutes: toPaise(row["minimum"] ?? ""),
    };
    const isStarted = row["stay"] !== "not begun";
    const { minutes, charge } = computeStayCharge({
      tariff: toSimpleTariff(tariffRow),
      stay: { from: isStarted ? start : null, to: isStarted ? addStay(row["stay"] ?? "") : start },
    });
    const valetCharge = toPaise(row["valet charge"] ?? "");
    assert.deepEqual([String(minutes), formatWireAmount(charge + valetCharge)], [row["minutes"], row["charge"]]);
  }
});

test("rates of one line are the four fields again; others have none", () => {
  for (const row of [
    {
      parking_time_type: "hours" as const,
      time_value_for_minutes: null,
      charge_amount_for_minutes: 2_000,
      min_charge_of_minutes: 0,
    },
    {
      parking_time_type: "minutes" as const,
      time_value_for_minutes: 45,
      charge_amount_for_minutes: 500,
      min_charge_of_minutes: 900,
    },
  ])
    assert.deepEqual(toTariffRow(toSimpleTariff(row).rates), row);
  const { rates } = toSimpleTariff({});
  assert.equal(getUnitMinutes({}), 30);
  assert.equal(toTariffRow({ ...rates, free: { minutes: 5, kind: "window" } }), undefined);
  assert.equal(toTariffRow({ ...rates, lines: [{ kind: "total", to: null, amount: 1 }] }), undefined);
});

test("names the wrong line of a tariff", () => {
  const line = { kind: "each" as const, to: null, step: 60, amount: 2_000 };
  const day = { reset: "rolling" as const, part: "restart" as const, caps: [8_000] };
  const cases: [object, string][] = [
    [{ lines: [] }, "Add at least one line, or set the rate to ₹0 for free parking."],
    [{ lines: [line, line] }, "Line 2 is never reached: the line before it has no end."],
    [
      { lines: [{ ...line, to: 120 }, { ...line, to: 60 }, line] },
      "Line 2 ends at 1 hour, which the lines before already cover.",
    ],
    [
      { lines: [{ ...line, to: 120 }] },
      "A stay longer than 2 hours has no price: let line 1 apply without end, or add one.",
    ],
    [
      {
        lines: [
          { ...line, to: 120 },
          { kind: "total", to: null, amount: 3_000 },
        ],
      },
      "Line 2 costs ₹30.00 in all, less than a shorter stay costs before it (₹40.00).",
    ],
    [{ lines: [{ ...line, to: 1_440 }, line], day }, "Line 2 is never reached: the lines start anew after 24 hours."],
    [
      { lines: [line], day: { ...day, caps: [1_000] } },
      "The maximum of ₹10.00 for a day is below the first line (₹20.00).",
    ],
    [
      {
        lines: [line],
        packages: [
          { to: 60, amount: 500 },
          { to: 120, amount: 400 },
        ],
      },
      "The package up to 1 hour never applies: another costs less and lasts longer.",
    ],
    [
      { lines: [line], nights: [{ from: "22:00", to: "22:00", amount: 1, per: "night" }] },
      "The night starts and ends at 22:00: choose two different times.",
    ],
    [
      {
        lines: [line],
        nights: [
          { from: "22:00", to: "06:00", amount: 1, per: "night" },
          { from: "06:00", to: "08:00", amount: 1, per: "night" },
          { from: "23:00", to: "05:00", amount: 1, per: "hour" },
        ],
      },
      "The night from 23:00 to 05:00 overlaps another, and both would be charged.",
    ],
  ];
  for (const [rates, text] of cases) {
    const tariff = tariffSchema.parse({ plans: [{ name: "Standard", rates: [{ vehicle_type: null, ...rates }] }] });
    assert.deepEqual(
      findTariffProblems(tariff).map((problem) => problem.text),
      [text],
    );
  }
});

test("negative amounts, fractions of a paisa and unknown terms are not a tariff", () => {
  for (const change of [{ amount: -1 }, { amount: 0.5 }, { step: 0 }, { surcharge: 1 }])
    assert.ok(
      !tariffSchema.safeParse({
        plans: [
          {
            name: "Standard",
            rates: [{ vehicle_type: null, lines: [{ kind: "each", to: null, step: 60, amount: 1, ...change }] }],
          },
        ],
      }).success,
    );
});
