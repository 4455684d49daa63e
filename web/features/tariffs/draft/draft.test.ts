import assert from "node:assert/strict";
import { test } from "node:test";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import { tariffSchema, type TariffVersion } from "#domain/tariffs/tariff.ts";
import { tariffTemplates } from "#domain/tariffs/templates.ts";
import {
  addPlan,
  addRatesPart,
  addVehicleType,
  appendLine,
  createBlankDraft,
  createCalendarRule,
  createExtra,
  listMissingParts,
  ratesParts,
  removeLine,
  renamePlan,
} from "#web/features/tariffs/draft/change-draft.ts";
import {
  toDurationDraft,
  toTariffDraft,
  type RatesDraft,
  type TariffDraft,
} from "#web/features/tariffs/draft/draft.ts";
import { getProblemTexts, readDraft } from "#web/features/tariffs/draft/read-draft.ts";

/** Every part of a version. */
const complete: TariffVersion = tariffSchema.parse({
  plans: [
    {
      name: "Standard",
      rates: [
        {
          vehicle_type: 3,
          free: { minutes: 15, kind: "deducted" },
          lines: [
            { kind: "each", to: 120, step: 30, amount: 2_050 },
            { kind: "add", to: 300, amount: 4_000 },
            { kind: "total", to: null, amount: 20_000 },
          ],
          minimum: 3_000,
          day: { reset: "calendar", at: "06:00", part: "whole", caps: [60_000, 35_000] },
          packages: [{ to: 720, amount: 6_000 }],
          nights: [{ from: "22:00", to: "06:00", amount: 1_000, per: "hour" }],
          lost_slip: { amount: 60_000, waive_with_proof: false },
          maximum_stay: 4_320,
        },
        { vehicle_type: null, lines: [{ kind: "each", to: null, step: 90, amount: 5 }] },
      ],
    },
    { name: "Festival", rates: [{ vehicle_type: null, lines: [{ kind: "total", to: null, amount: 5_000 }] }] },
  ],
  calendar: [
    {
      name: "Diwali",
      weekdays: [1, 7],
      hours: { from: "18:00", to: "02:00" },
      dates: [{ from: "2026-11-08", to: "2026-11-09" }],
      priority: 5,
      effect: { kind: "plan", plan: "Festival" },
    },
    { name: "Sunday", weekdays: [7], effect: { kind: "multiplier", percent: 125 } },
  ],
  extras: [
    { id: "charging", label: "Charging", kind: "amount", amount: 2_000, when: "pressed" },
    { id: "outstation", label: "Outstation", kind: "multiplier", percent: 200, when: "outstation" },
  ],
  bill: { kind: "percent", percent: 50, minimum_bill: 100, free_until_minutes: 60, at_most: 5_000 },
  rounding: { to: 500, direction: "nearest" },
  grace_minutes: 10,
  passes: [{ vehicle_type: 3, per: "month", amount: 90_000 }],
  pass_proration: "daily",
});

test("reading a draft returns the version it was made of", () => {
  for (const tariff of [complete, ...tariffTemplates.map((template) => template.tariff)])
    assert.deepEqual(readDraft(toTariffDraft(tariff)), { tariff, problems: [] });
  const bills: NonNullable<TariffVersion["bill"]>[] = [
    { kind: "covers", minimum_bill: 0, free_until_minutes: null, at_most: null },
    { kind: "free_minutes", minutes: 120, minimum_bill: 50_000, free_until_minutes: null, at_most: null },
  ];
  for (const bill of bills) assert.deepEqual(readDraft(toTariffDraft({ ...complete, bill })).tariff?.bill, bill);
});

test("durations are shown in the largest unit that divides them", () => {
  const shown = [45, 60, 90, 120, 1_440, 2_880].map((minutes) => {
    const { count, unit } = toDurationDraft(minutes);
    return `${count} ${unit}`;
  });
  assert.deepEqual(shown, ["45 minutes", "1 hours", "90 minutes", "2 hours", "24 hours", "2 days"]);
});

function withRates(change: (rates: RatesDraft) => RatesDraft): TariffDraft {
  const draft = toTariffDraft(
    createTariff({
      rates: [
        createRates({
          lines: [
            { kind: "total", to: 120, amount: 2_000 },
            { kind: "each", to: null, step: 60, amount: 1_000 },
          ],
        }),
      ],
    }),
  );
  const [plan] = draft.plans;
  return { ...draft, plans: [{ ...plan!, rates: plan!.rates.map(change) }] };
}

const rates = ["plans", 0, "rates", 0] as const;
const refusals: [string, TariffDraft, readonly (string | number)[], RegExp][] = [
  [
    "an empty amount",
    withRates((row) => ({ ...row, lines: row.lines.map((line) => ({ ...line, amount: "" })) })),
    [...rates, "lines", 1, "amount"],
    /amount in rupees/,
  ],
  ["a negative amount", withRates((row) => ({ ...row, minimum: "-5" })), [...rates, "minimum"], /amount in rupees/],
  ["a third decimal", withRates((row) => ({ ...row, minimum: "5.005" })), [...rates, "minimum"], /amount in rupees/],
  [
    "a large amount",
    withRates((row) => ({ ...row, minimum: "1000000.01" })),
    [...rates, "minimum"],
    /at most ₹10,00,000/,
  ],
  [
    "a part of an hour",
    withRates((row) => ({ ...row, maximum_stay: { count: "1.5", unit: "hours" } })),
    [...rates, "maximum_stay"],
    /whole number from 1 to 8784/,
  ],
  [
    "a cap below the first line",
    withRates((row) => ({ ...row, day: { reset: "rolling", at: "00:00", part: "restart", caps: ["10"] } })),
    [...rates, "day", "caps", 0],
    /below the first line/,
  ],
  [
    "a line that is never reached",
    withRates((row) => ({ ...row, lines: row.lines.map((line) => ({ ...line, to: null })) })),
    [...rates, "lines", 1],
    /never reached/,
  ],
  [
    "a night without a time",
    withRates((row) => ({ ...row, nights: [{ from: "", to: "05:00", amount: "1", per: "night" }] })),
    [...rates, "nights", 0, "from"],
    /Choose a time/,
  ],
  [
    "rounding to nothing",
    { ...toTariffDraft(complete), rounding: { to: "0", direction: "up" } },
    ["rounding", "to"],
    /from ₹0.01/,
  ],
  ["a long grace period", { ...toTariffDraft(complete), grace_minutes: "241" }, ["grace_minutes"], /from 0 to 240/],
  [
    "a plan without a name",
    renamePlan({ draft: toTariffDraft(complete), index: 1, name: " " }),
    ["plans", 1, "name"],
    /Enter a name/,
  ],
  [
    "a factor in words",
    {
      ...toTariffDraft(complete),
      calendar: [{ ...createCalendarRule(), effect: { kind: "multiplier", factor: "double", plan: "" } }],
    },
    ["calendar", 0, "effect", "factor"],
    /factor from 0 to 10/,
  ],
];

for (const [name, draft, path, text] of refusals)
  test(`${name} is refused beside its control`, () => {
    const { problems } = readDraft(draft);
    assert.match(getProblemTexts(problems, path).join(), text);
  });

test("what the editor accepts, the server accepts", () => {
  for (const tariff of [complete, ...tariffTemplates.map((template) => template.tariff)]) {
    const { tariff: read } = readDraft(toTariffDraft(tariff));
    assert.deepEqual(tariffSchema.parse(read), tariff);
  }
});

test("a blank tariff lacks only its amount", () => {
  const draft = createBlankDraft();
  const { tariff, problems } = readDraft(draft);
  assert.equal(tariff, undefined);
  assert.deepEqual(
    problems.map(({ path }) => path.join(".")),
    ["plans.0.rates.0.lines.0.amount"],
  );
});

test("an added line follows the former last one, which gets an end", () => {
  const lines = appendLine(createBlankDraft().plans[0]!.rates[0]!.lines);
  assert.deepEqual(
    lines.map(({ to }) => to),
    [{ count: "", unit: "hours" }, null],
  );
  assert.deepEqual(
    removeLine(lines, 1).map(({ to }) => to),
    [null],
  );
  const three = appendLine(lines);
  assert.deepEqual(removeLine(three, 0), three.slice(1));
});

test("each part is offered until the rates have it", () => {
  const [blank] = createBlankDraft().plans[0]!.rates;
  assert.deepEqual(listMissingParts(blank!), [...ratesParts]);
  let all = blank!;
  for (const part of ratesParts) all = addRatesPart(all, part);
  assert.deepEqual(listMissingParts(all), ["packages", "nights"]);
});

test("a further vehicle type starts with the rates of all others, and stands before them", () => {
  const { rates: rows } = toTariffDraft(complete).plans[0]!;
  const added = addVehicleType(rows, 9);
  assert.deepEqual(
    added.map(({ vehicle_type }) => vehicle_type),
    [3, 9, null],
  );
  assert.deepEqual(added[1]!.lines, rows[1]!.lines);
});

test("a renamed plan keeps its calendar rule", () => {
  const draft = renamePlan({ draft: toTariffDraft(complete), index: 1, name: "Puja" });
  assert.deepEqual(readDraft(draft).problems, []);
  assert.equal(draft.calendar[0]!.effect.plan, "Puja");
  assert.equal(draft.calendar[1]!.effect.plan, "");
});

test("further plans and extras have names and ids of their own", () => {
  const draft = addPlan(addPlan(toTariffDraft(complete)));
  assert.deepEqual(
    draft.plans.map(({ name }) => name),
    ["Standard", "Festival", "Plan 3", "Plan 4"],
  );
  const first = createExtra(draft.extras);
  assert.deepEqual([first.id, createExtra([...draft.extras, first]).id], ["extra_1", "extra_2"]);
});
