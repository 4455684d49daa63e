import assert from "node:assert/strict";
import { test } from "node:test";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import { compareTariffs, describeRates, describeTariff } from "#domain/tariffs/describe-tariff.ts";
import type { Rates } from "#domain/tariffs/tariff.ts";

const perHour = (amount: number): Rates["lines"][number] => ({ kind: "each", to: null, step: 60, amount });
const getTypeName = (id: number): string => (id === 7 ? "Two wheeler" : `Type ${id}`);

const examples: [Partial<Rates> & Pick<Rates, "lines">, string[]][] = [
  [{ lines: [perHour(20_00)] }, ["₹20 per hour or part"]],
  [{ lines: [perHour(0)] }, ["Parking is free"]],
  [
    { lines: [{ kind: "each", to: null, step: 30, amount: 12_50 }], minimum: 30_00 },
    ["₹12.50 per 30 min or part", "Minimum ₹30"],
  ],
  [
    {
      free: { minutes: 15, kind: "window" },
      lines: [{ kind: "total", to: 120, amount: 20_00 }, perHour(10_00)],
      day: { reset: "rolling", at: "00:00", part: "restart", caps: [80_00] },
    },
    [
      "First 15 min free; staying longer pays from the first minute",
      "First 2 hours ₹20",
      "Then ₹10 per hour or part",
      "At most ₹80 in 24 hours",
    ],
  ],
  [
    {
      free: { minutes: 15, kind: "deducted" },
      lines: [
        { kind: "each", to: 120, step: 60, amount: 20_00 },
        { kind: "each", to: 300, step: 60, amount: 40_00 },
        { kind: "add", to: 600, amount: 50_00 },
        { kind: "total", to: null, amount: 300_00 },
      ],
      day: { reset: "calendar", at: "06:00", part: "whole", caps: [600_00, 350_00, 300_00] },
    },
    [
      "First 15 min free; a longer stay pays only what is beyond",
      "First 2 hours: ₹20 per hour or part",
      "Then, up to 5 hours, ₹40 per hour or part",
      "Beyond 5 hours ₹50 more",
      "Any longer stay ₹300 in all",
      "At most ₹600 per calendar day from 06:00, ₹350 on day 2, ₹300 for each day from day 3; a started day after the first costs its maximum",
    ],
  ],
  [
    {
      lines: [{ kind: "total", to: null, amount: 50_00 }],
      packages: [{ to: 720, amount: 60_00 }],
      nights: [
        { from: "00:00", to: "05:00", amount: 40_00, per: "night" },
        { from: "22:00", to: "06:00", amount: 10_00, per: "hour" },
      ],
      lost_slip: { amount: 600_00, waive_with_proof: true },
      maximum_stay: 4_320,
    },
    [
      "Any stay ₹50",
      "Up to 12 hours never more than ₹60",
      "₹40 per night between 00:00 and 05:00",
      "₹10 per hour or part between 22:00 and 06:00",
      "Lost slip ₹600, waived with a proof",
      "Longest stay 3 days",
    ],
  ],
];

for (const [rates, sentences] of examples)
  test(`rates in words: ${sentences.at(-1)}`, () => assert.deepEqual(describeRates(createRates(rates)), sentences));

const tariff = createTariff({
  rates: [createRates({ lines: [perHour(20_00)] }), createRates({ vehicle_type: 7, lines: [perHour(10_00)] })],
  extras: [
    { id: "charging", label: "Charging", kind: "amount", amount: 50_00, when: "pressed" },
    { id: "outstation", label: "Outstation", kind: "multiplier", percent: 200, when: "outstation" },
  ],
  bill: { kind: "percent", percent: 50, minimum_bill: 500_00, free_until_minutes: 60, at_most: 40_00 },
  rounding: { to: 500, direction: "nearest" },
  calendar: [
    {
      name: "Weekend",
      weekdays: [6, 7],
      hours: { from: "10:00", to: "22:00" },
      dates: null,
      priority: 0,
      effect: { kind: "multiplier", percent: 150 },
    },
  ],
  passes: [{ vehicle_type: null, per: "month", amount: 900_00 }],
  pass_proration: "daily",
});

test("a version in words, by vehicle type", () => {
  assert.deepEqual(describeTariff({ tariff, getTypeName }), [
    { title: "All other vehicles", sentences: ["₹20 per hour or part"] },
    { title: "Two wheeler", sentences: ["₹10 per hour or part"] },
    {
      title: "For all vehicles",
      sentences: [
        "Weekend (Saturday, Sunday · 10:00–22:00): × 1.5",
        "Charging +₹50, chosen at the gate",
        "Outstation × 2, for plates of another state",
        "A shop bill of ₹500 or more takes 50 % off, at most ₹40; up to 1 hour it makes parking free",
        "Rounded to the nearest ₹5",
        "After paying, 15 min to leave",
      ],
    },
    { title: "Passes", sentences: ["All other vehicles: ₹900 per month", "A part of a period costs its days"] },
  ]);
});

test("a comparison names only the sentences that differ", () => {
  const [standard] = tariff.plans;
  const rates = standard!.rates.map((row) => (row.vehicle_type === 7 ? { ...row, minimum: 20_00 } : row));
  const after = { ...tariff, grace_minutes: 0, plans: [{ ...standard!, rates }] };
  assert.deepEqual(compareTariffs({ before: tariff, after, getTypeName }), [
    { title: "Two wheeler", removed: [], added: ["Minimum ₹20"] },
    { title: "For all vehicles", removed: ["After paying, 15 min to leave"], added: ["No time to leave after paying"] },
  ]);
  assert.deepEqual(compareTariffs({ before: tariff, after: tariff, getTypeName }), []);
});

test("of a renamed plan only the name differs, also where the calendar uses it", () => {
  const [standard] = tariff.plans;
  const plans = [standard!, { ...standard!, name: "Weekend" }];
  const use = { ...tariff.calendar[0]!, effect: { kind: "plan" as const, plan: "Weekend" } };
  const before = { ...tariff, plans, calendar: [use] };
  const after = {
    ...before,
    plans: [plans[0]!, { ...plans[1]!, name: "Saturday" }],
    calendar: [{ ...use, effect: { kind: "plan" as const, plan: "Saturday" } }],
  };
  assert.deepEqual(compareTariffs({ before, after, getTypeName }), [
    { title: "Saturday", removed: ["Named Weekend"], added: ["Named Saturday"] },
  ]);
});
