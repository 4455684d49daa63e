import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatDateTime } from "#domain/rules/dates.ts";
import { endOfPass, isWithin, passCovers, renewalStart } from "#domain/rules/pass.ts";
import type { PassUnit } from "#domain/rules/pass.ts";

test("a pass ends where the calendar of its zone says", () => {
  const rows: [string, PassUnit, number, string, string?][] = [
    ["2026-11-21T04:30:00Z", "hours", 5, "2026-11-21 15:00"],
    ["2026-11-21T04:30:00Z", "days", 1, "2026-11-22 10:00"],
    ["2026-11-21T04:30:00Z", "days", 10, "2026-12-01 10:00"],
    ["2026-11-21T04:30:00Z", "month", 1, "2026-12-21 10:00"],
    ["2026-11-21T04:30:00Z", "month", 2, "2027-01-21 10:00"],
    ["2026-01-31T04:30:00Z", "month", 1, "2026-02-28 10:00"],
    ["2028-01-31T04:30:00Z", "month", 1, "2028-02-29 10:00"],
    ["2026-01-31T04:30:00Z", "month", 13, "2027-02-28 10:00"],
    ["2028-02-29T04:30:00Z", "years", 1, "2029-02-28 10:00"],
    ["2026-11-21T04:30:00Z", "years", 1, "2027-11-21 10:00"],
    ["2026-01-31T19:30:00Z", "month", 1, "2026-03-01 01:00"],
    ["2026-03-07T15:00:00Z", "days", 1, "2026-03-08 10:00", "America/New_York"],
  ];
  for (const [start, unit, amount, end, zone] of rows) {
    const at = endOfPass({ start: new Date(start), unit, amount, zone });
    assert.equal(formatDateTime({ at, zone }), end, `${start} + ${amount} ${unit}`);
  }
  for (const amount of [0, -1, 1.5, NaN])
    assert.throws(() => endOfPass({ start: new Date(0), unit: "days", amount }), RangeError);
});

test("a pass covers its start and not its end, and without both ends it is none", () => {
  const start = new Date("2026-11-21T04:30:00Z");
  const end = new Date("2026-11-22T04:30:00Z");
  const before = (date: Date) => new Date(date.getTime() - 1);
  assert.ok(passCovers({ start, end, at: start }) && passCovers({ start, end, at: before(end) }));
  assert.ok(!passCovers({ start, end, at: end }) && !passCovers({ start, end, at: before(start) }));
  assert.ok(!passCovers({ start, end: null, at: start }) && !passCovers({ start: null, end, at: start }));
  assert.ok(isWithin({ start: null, end, at: start }) && isWithin({ start, end: null, at: end }));
});

test("a longer pass never ends before a shorter one", () => {
  const date = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
  const unit = fc.constantFrom<PassUnit>("years", "hours", "days", "month");
  fc.assert(
    fc.property(date, unit, fc.integer({ min: 1, max: 60 }), (start, unit, amount) => {
      const short = endOfPass({ start, unit, amount });
      assert.ok(start < short && short < endOfPass({ start, unit, amount: amount + 1 }));
    }),
  );
});

test("a pass and its renewal cover every moment of their windows once, and none outside", () => {
  const date = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
  const unit = fc.constantFrom<PassUnit>("years", "hours", "days", "month");
  const amount = fc.integer({ min: 1, max: 24 });
  const part = fc.double({ min: -0.5, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(date, unit, amount, part, part, (start, unit, amount, renewed, looked) => {
      const first = { start, end: endOfPass({ start, unit, amount }) };
      const length = first.end.getTime() - start.getTime();
      const next = renewalStart({ end: first.end, now: new Date(start.getTime() + renewed * length) });
      const second = { start: next, end: endOfPass({ start: next, unit, amount }) };
      const at = new Date(start.getTime() + looked * length);
      const covering = [first, second].filter((pass) => passCovers({ ...pass, at }));
      const isInside = [first, second].some((pass) => pass.start.getTime() <= +at && +at < pass.end.getTime());
      assert.equal(covering.length, isInside ? 1 : 0);
      for (const { start: begin, end } of [first, second]) {
        assert.ok(passCovers({ start: begin, end, at: begin }) && !passCovers({ start: begin, end, at: end }));
        assert.ok(!passCovers({ start: begin, end, at: new Date(begin.getTime() - 1) }));
      }
    }),
  );
});
