import assert from "node:assert/strict";
import { test } from "node:test";
import { findCalendarRule, selectTariff } from "#domain/tariffs/select-tariff.ts";
import { tariffSchema } from "#domain/tariffs/tariff.ts";

const line = (amount: number) => ({ kind: "each" as const, to: null, step: 60, amount });
const version = tariffSchema.parse({
  plans: [
    {
      name: "Standard",
      rates: [
        { vehicle_type: null, lines: [line(2_000)] },
        { vehicle_type: 7, lines: [line(1_000)] },
      ],
    },
    { name: "Weekend", rates: [{ vehicle_type: null, lines: [line(3_000)] }] },
  ],
  calendar: [
    { name: "Weekend", weekdays: [6, 7], effect: { kind: "plan", plan: "Weekend" } },
    {
      name: "Evening",
      hours: { from: "18:00", to: "02:00" },
      priority: 1,
      effect: { kind: "multiplier", percent: 150 },
    },
    {
      name: "Diwali",
      dates: [{ from: "2026-11-08", to: "2026-11-09" }],
      priority: 5,
      effect: { kind: "multiplier", percent: 300 },
    },
  ],
  extras: [
    { id: "charging", label: "Charging", kind: "amount", amount: 5_000, when: "pressed" },
    { id: "outstation", label: "Outstation", kind: "multiplier", percent: 200, when: "outstation" },
  ],
});
const at = (local: string): Date => new Date(`${local}:00+05:30`);

/** Local times of arrival and the rule that applies; 2026-11-21 is a Saturday. */
const arrivals: [string, string | undefined][] = [
  ["2026-11-20T10:00", undefined],
  ["2026-11-21T00:00", "Evening"],
  ["2026-11-21T02:00", "Weekend"],
  ["2026-11-21T17:59", "Weekend"],
  ["2026-11-21T18:00", "Evening"],
  ["2026-11-20T23:59", "Evening"],
  ["2026-11-23T01:59", "Evening"],
  ["2026-11-23T02:00", undefined],
  ["2026-11-07T23:59", "Evening"],
  ["2026-11-08T00:00", "Diwali"],
  ["2026-11-09T23:59", "Diwali"],
  ["2026-11-10T00:00", "Evening"],
];

for (const [local, name] of arrivals)
  test(`an arrival at ${local} has the calendar rule ${name}`, () =>
    assert.equal(findCalendarRule({ calendar: version.calendar, at: at(local) })?.name, name));

test("selects rates by vehicle type and plan, the multiplier, and the extras of the plate", () => {
  const select = (local: string, vehicleType: number | null, isOutstation = false) =>
    selectTariff({ version, number: 3, vehicleType, isOutstation, at: at(local) });
  const weekday = select("2026-11-20T10:00", 7);
  assert.deepEqual(weekday?.rates.lines, [line(1_000)]);
  assert.deepEqual(
    weekday?.extras.map(({ id }) => id),
    ["charging"],
  );
  assert.equal(weekday?.version, 3);
  assert.deepEqual(select("2026-11-21T10:00", 7)?.rates.lines, [line(3_000)]);
  assert.deepEqual(select("2026-11-08T10:00", 9)?.multiplier, { name: "Diwali", percent: 300 });
  assert.equal(select("2026-11-08T10:00", 9)?.rates.lines[0]?.amount, 2_000);
  assert.deepEqual(
    select("2026-11-20T10:00", null, true)?.extras.map(({ id }) => id),
    ["charging", "outstation"],
  );
});

test("a version without rates for the vehicle type has no tariff for it", () => {
  const plans = [{ name: "Standard", rates: [{ vehicle_type: 7, lines: [line(1_000)] }] }];
  const typed = tariffSchema.parse({ plans });
  assert.equal(selectTariff({ version: typed, number: 1, vehicleType: 8, at: at("2026-11-20T10:00") }), undefined);
});

test("copies the time zone of the branch, in which its nights and days lie", () => {
  const select = (zone?: string) =>
    selectTariff({ version, number: 1, vehicleType: 7, at: at("2026-11-20T10:00"), zone });
  assert.deepEqual([select("Asia/Dubai")?.zone, select()?.zone], ["Asia/Dubai", null]);
});
