import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { fromDateParts } from "#domain/dates.ts";
import { formatWireAmount, toPaise } from "#domain/money.ts";
import { describeCharge } from "#domain/tariffs/describe-charge.ts";
import { computePassPrice, computePassRefund } from "#domain/tariffs/pass-price.ts";
import { computeStayCharge, type StayTerms } from "#domain/tariffs/stay-charge.ts";
import { findTariffProblems } from "#domain/tariffs/tariff-problems.ts";
import {
  type EntryTariff,
  entryTariffSchema,
  ratesSchema,
  type TariffVersion,
  tariffSchema,
} from "#domain/tariffs/tariff.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/tariffs.md";

function parseLocal(text: string): Date {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return fromDateParts({ parts: { year, month, day, hour, minute, second: 0 } });
}

function addStay({ from, stay }: { from: Date; stay: string }): Date {
  const [hours = 0, minutes = 0, seconds = 0] = stay.split(":").map(Number);
  return new Date(from.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

/** Terms of an example: those of rates and of an entry in one object. */
function parseExample(json: string): EntryTariff {
  const { bill, rounding, extras, multiplier, ...rates } = JSON.parse(json) as { [name: string]: unknown };
  return entryTariffSchema.parse({
    version: 1,
    rates: { vehicle_type: null, ...rates },
    ...(bill ? { bill } : {}),
    ...(rounding ? { rounding } : {}),
    ...(extras ? { extras } : {}),
    ...(multiplier ? { multiplier } : {}),
  });
}

const examples = [...readFileSync(file, "utf8").matchAll(/^### (.+)\n+```json\n(.+)\n```/gm)].map(
  ([, heading, json]) => ({ heading: heading!, tariff: parseExample(json!) }),
);

test("the document has examples", () => assert.ok(examples.length >= 14));

for (const { heading, tariff } of examples)
  test(`computes the examples of ${heading}, with lines that add up`, () => {
    for (const row of readMarkdownTable({ file, heading })) {
      const from = parseLocal(row["from"] ?? "2026-11-18 10:00");
      const lostSlip = row["lost slip"] ?? "no";
      const terms: StayTerms = {
        isSlipLost: lostSlip !== "no",
        isLostSlipWaived: lostSlip === "waived",
        extras: row["extras"]?.split(" ") ?? [],
        ...(row["bill"] ? { bill: { amount: toPaise(row["bill"]) } } : {}),
      };
      const extras = tariff.extras.filter(({ when }) => when === "pressed" || row["outstation"] === "yes");
      const { charge, lines } = computeStayCharge({
        tariff: { ...tariff, extras },
        stay: { from, to: addStay({ from, stay: row["stay"] ?? "" }), ...terms },
      });
      assert.equal(formatWireAmount(charge), row["charge"], `${JSON.stringify(row)}: ${describeCharge(lines)}`);
      assert.equal(
        lines.reduce((sum, { amount }) => sum + amount, 0),
        charge,
        describeCharge(lines),
      );
    }
  });

test("the examples of the document have no problems", () => {
  for (const { heading, tariff } of examples) assert.deepEqual(findTariffProblems(toVersion(tariff)), [], heading);
});

function toVersion({ rates, extras, bill, rounding }: EntryTariff): TariffVersion {
  return tariffSchema.parse({ plans: [{ name: "Standard", rates: [rates] }], extras, bill, rounding });
}

test("says the lines of a charge in words", () => {
  const noida = examples.find(({ heading }) => heading === "Street, Noida")!.tariff;
  const from = parseLocal("2026-11-18 10:00");
  const say = (stay: string, tariff = noida): string =>
    describeCharge(computeStayCharge({ tariff, stay: { from, to: addStay({ from, stay }) } }).lines);
  assert.equal(say("5:00"), "First 2 hours ₹20.00 · 3 more hours at ₹10.00 = ₹30.00");
  assert.equal(say("9:00"), "First 2 hours ₹20.00 · 7 more hours at ₹10.00 = ₹70.00 · at most ₹80.00 a day");
  assert.equal(
    say("97:00"),
    "First 2 hours ₹20.00 · 22 more hours at ₹10.00 = ₹220.00 · at most ₹80.00 a day · 3 more days at ₹80.00 = ₹240.00 · First 2 hours ₹20.00",
  );
});

const amount = fc.integer({ min: 0, max: 100_000 });
const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

/** Tariffs as the editor accepts them: lines in order, totals that do not fall. */
const validTariff: fc.Arbitrary<EntryTariff> = fc
  .record({
    parts: fc.array(
      fc.record({
        kind: fc.constantFrom("total", "add", "each"),
        length: fc.integer({ min: 1, max: 600 }),
        amount,
        step: fc.integer({ min: 1, max: 300 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    free: fc.option(
      fc.record({
        minutes: fc.integer({ min: 1, max: 120 }),
        kind: fc.constantFrom("window" as const, "deducted" as const),
      }),
    ),
    minimum: fc.oneof(fc.constant(0), amount),
    day: fc.option(
      fc.record({
        reset: fc.constantFrom("rolling" as const, "calendar" as const),
        at: timeOfDay,
        part: fc.constantFrom("restart" as const, "whole" as const),
        caps: fc.array(fc.integer({ min: 100_000, max: 900_000 }), { minLength: 1, maxLength: 3 }),
      }),
    ),
    nights: fc.array(
      fc.record({ from: timeOfDay, to: timeOfDay, amount, per: fc.constantFrom("night" as const, "hour" as const) }),
      { maxLength: 2 },
    ),
    multiplier: fc.option(fc.record({ name: fc.constant("Event"), percent: fc.integer({ min: 0, max: 400 }) })),
    rounding: fc.option(
      fc.record({
        to: fc.constantFrom(1, 50, 100, 500),
        direction: fc.constantFrom("up" as const, "down" as const, "nearest" as const),
      }),
    ),
  })
  .map(({ parts, multiplier, rounding, nights, ...rates }) => {
    let end = 0;
    let total = 0;
    const lines = parts.map(({ kind, length, amount: price, step }, index) => {
      end += length;
      const to = index === parts.length - 1 ? null : end;
      if (kind === "total") return { kind, to, amount: (total += price) };
      total += kind === "add" ? price : price * Math.ceil(length / step);
      return kind === "add" ? { kind, to, amount: price } : { kind, to, amount: price, step };
    });
    return entryTariffSchema.parse({
      version: 1,
      rates: { ...rates, vehicle_type: null, lines, nights: nights.filter(({ from, to }) => from !== to) },
      multiplier,
      rounding,
    });
  });

const seconds = fc.integer({ min: 0, max: 40 * 24 * 3600 });
const arrival = fc
  .integer({ min: 0, max: 3 * 24 * 3600 })
  .map((offset) => new Date(Date.UTC(2026, 10, 28) + offset * 1000));

test("a longer stay never costs less; charges are never negative and whole paise; lines add up", () => {
  fc.assert(
    fc.property(validTariff, arrival, seconds, fc.integer({ min: 0, max: 7_200 }), (tariff, from, stay, more) => {
      const [short, long] = [stay, stay + more].map((length) =>
        computeStayCharge({ tariff, stay: { from, to: new Date(from.getTime() + length * 1000) } }),
      ) as [ReturnType<typeof computeStayCharge>, ReturnType<typeof computeStayCharge>];
      assert.ok(long.charge >= short.charge, `${short.charge} after ${stay} s, ${long.charge} after ${stay + more} s`);
      for (const { charge, lines } of [short, long]) {
        assert.ok(Number.isSafeInteger(charge) && charge >= 0);
        assert.equal(
          lines.reduce((sum, line) => sum + line.amount, 0),
          charge,
        );
        assert.ok(describeCharge(lines).length > 0 || charge === 0);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a bill never increases a charge, and a larger one never leaves more", () => {
  fc.assert(
    fc.property(validTariff, arrival, seconds, amount, amount, (tariff, from, stay, first, second) => {
      const [small, large] = [Math.min(first, second), Math.max(first, second)];
      const charge = (billAmount: number | null): number =>
        computeStayCharge({
          tariff: {
            ...tariff,
            rounding: null,
            bill: { kind: "covers", minimum_bill: 500, free_until_minutes: 60, at_most: 30_000 },
          },
          stay: {
            from,
            to: new Date(from.getTime() + stay * 1000),
            bill: billAmount === null ? null : { amount: billAmount },
          },
        }).charge;
      assert.ok(charge(small) <= charge(null));
      assert.ok(charge(large) <= charge(small));
      assert.ok(charge(large) >= 0);
    }),
  );
});

test("a copied tariff computes the same as the version it was copied from", () => {
  fc.assert(
    fc.property(validTariff, arrival, seconds, (tariff, from, stay) => {
      const copied = entryTariffSchema.parse(JSON.parse(JSON.stringify(tariff)));
      assert.deepEqual(copied, tariff);
      const to = new Date(from.getTime() + stay * 1000);
      assert.deepEqual(
        computeStayCharge({ tariff: copied, stay: { from, to } }),
        computeStayCharge({ tariff, stay: { from, to } }),
      );
    }),
  );
});

test("a payment in advance is the charge of the first minute, without free time and nights", () => {
  const rates = ratesSchema.parse({
    vehicle_type: null,
    free: { minutes: 15, kind: "window" },
    lines: [
      { kind: "total", to: 60, amount: 3_000 },
      { kind: "each", to: null, step: 60, amount: 1_000 },
    ],
    nights: [{ from: "00:00", to: "23:59", amount: 5_000, per: "night" }],
  });
  const tariff = entryTariffSchema.parse({ version: 1, rates });
  const { charge, minutes } = computeStayCharge({ tariff, stay: { from: null, to: parseLocal("2026-11-18 10:00") } });
  assert.deepEqual({ charge, minutes }, { charge: 3_000, minutes: 0 });
});

test("nights and calendar days are those of the tariff's time zone", () => {
  const rates = ratesSchema.parse({
    vehicle_type: null,
    lines: [{ kind: "each", to: null, step: 60, amount: 1_000 }],
    day: { reset: "calendar", part: "restart", caps: [2_000] },
    nights: [{ from: "00:00", to: "05:00", amount: 4_000, per: "night" }],
  });
  // 23:00 to 01:30 in Kolkata is 21:30 to 24:00 in Dubai.
  const stay = { from: parseLocal("2026-11-18 23:00"), to: parseLocal("2026-11-19 01:30") };
  const charge = (zone: string | null): number =>
    computeStayCharge({ tariff: entryTariffSchema.parse({ version: 1, zone, rates }), stay }).charge;
  assert.equal(charge(null), 1_000 + 2_000 + 4_000);
  assert.equal(charge("Asia/Kolkata"), 1_000 + 2_000 + 4_000);
  assert.equal(charge("Asia/Dubai"), 2_000);
});

test("computes the pass prices of the document", () => {
  const passes = [
    { vehicle_type: null, per: "month" as const, amount: 90_000 },
    { vehicle_type: null, per: "week" as const, amount: 30_000 },
    { vehicle_type: null, per: "day" as const, amount: 6_000 },
  ];
  for (const row of readMarkdownTable({ file, heading: "Pass prices" })) {
    const pass_proration = row["proration"] === "daily" ? "daily" : "none";
    // With daily proration the shortest period that is sold decides the price of a day.
    const sold = pass_proration === "daily" ? passes.filter(({ per }) => per !== "day") : passes;
    const price = computePassPrice({
      tariff: { passes: sold, pass_proration },
      vehicleType: 3,
      days: Number(row["days"]),
    });
    assert.equal(formatWireAmount(price!), row["price"], JSON.stringify(row));
  }
});

test("returns the unused days of a pass, rounded down", () => {
  assert.equal(computePassRefund({ paid: 100_000, days: 30, usedDays: 10 }), 66_666);
  assert.equal(computePassRefund({ paid: 100_000, days: 30, usedDays: 31 }), 0);
});
