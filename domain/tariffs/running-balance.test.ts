import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { type ChargedEntry, computeBalance } from "#domain/payments/payment.ts";
import { createBalanceCache, findChargeBoundary } from "#domain/tariffs/running-balance.ts";
import { entryTariffSchema, type EntryTariff } from "#domain/tariffs/tariff.ts";

/** The tariffs of the document. */
const tariffs = [...readFileSync("docs/rules/tariffs.md", "utf8").matchAll(/^### .+\n+```json\n(.+)\n```/gm)].map(
  ([, json]): EntryTariff => {
    const { bill, rounding, extras, multiplier, ...rates } = JSON.parse(json!) as { [name: string]: unknown };
    const terms = Object.entries({ bill, rounding, extras, multiplier }).filter(([, term]) => term !== undefined);
    return entryTariffSchema.parse({
      version: 1,
      rates: { vehicle_type: null, ...rates },
      ...Object.fromEntries(terms),
    });
  },
);

const start = Date.parse("2026-11-18T04:30:00Z");
const time = fc.integer({ min: 0, max: 3 * 86_400_000 }).map((ms) => new Date(start + ms));
const entry: fc.Arbitrary<ChargedEntry> = fc
  .record({
    tariff: fc.constantFrom(...tariffs),
    in_time: time,
    free_until: fc.option(time),
    paid_at: fc.option(time),
    zone: fc.constantFrom(null, "Asia/Dubai", "Asia/Kathmandu"),
  })
  .map(({ tariff, paid_at, zone, ...rest }) => ({
    ...rest,
    tariff: { ...tariff, zone },
    paid_at,
    ...(paid_at ? { payment_status: "paid" as const, paid_amount: 2_000 } : {}),
  }));

test("a balance stays as it is until its boundary, at most a minute away", () => {
  fc.assert(
    fc.property(entry, time, fc.double({ min: 0, max: 1, noNaN: true }), (row, now, part) => {
      const until = findChargeBoundary({ entry: row, now });
      assert.ok(until >= now.getTime() && until <= now.getTime() + 60_000);
      const later = new Date(now.getTime() + Math.floor((until - now.getTime()) * part));
      for (const at of [later, new Date(until)]) {
        const [first, second] = [now, at].map((moment) => computeBalance({ entry: row, now: moment }));
        // The number of started minutes is part of the balance, too.
        assert.deepEqual(second, first);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("a known balance is the computed one, and is computed again only after a boundary or for a changed row", () => {
  let converted = 0;
  const [tariff] = tariffs;
  const find = createBalanceCache((row: { in_time: Date }) => {
    converted += 1;
    return { ...row, tariff: tariff! };
  });
  const row = { in_time: new Date(start + 500) };
  for (let second = 0; second < 7_200; second += 1) {
    const now = new Date(start + second * 1_000);
    assert.deepEqual(find({ row, now }), computeBalance({ entry: { ...row, tariff: tariff! }, now }));
  }
  assert.equal(converted, 1, "a row is converted once");
  find({ row: { ...row }, now: new Date(start + 7_199_000) });
  assert.equal(converted, 2, "a changed row is another object");
  const findAt = (ms: number) => find({ row, now: new Date(start + ms) });
  assert.equal(findAt(130_000), findAt(180_500), "known up to the boundary");
  assert.notEqual(findAt(180_501), findAt(180_500), "computed after it");
});

test("a stay that has ended or not started has no boundary", () => {
  const now = new Date(start);
  for (const row of [{}, { in_time: now, out_time: now }, { in_time: now, voided_at: now }])
    assert.equal(findChargeBoundary({ entry: row, now }), Infinity);
});
