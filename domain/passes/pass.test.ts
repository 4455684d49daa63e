import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatDateTime } from "#domain/dates.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import {
  canPassChange,
  computePassEnd,
  findQuickLength,
  getPassState,
  getRenewalStart,
  isPassOver,
  isPassValidAt,
  isWithinPeriod,
  quickLengths,
} from "#domain/passes/pass.ts";
import { isPassPrintable } from "#domain/passes/pass-change.ts";
import type { PassState, PassUnit } from "#domain/passes/pass.ts";

test("computes the end of a pass by the calendar of its time zone", () => {
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
    const at = computePassEnd({ start: new Date(start), unit, amount, zone });
    assert.equal(formatDateTime({ at, zone }), end, `${start} + ${amount} ${unit}`);
  }
  for (const amount of [0, -1, 1.5, NaN])
    assert.throws(() => computePassEnd({ start: new Date(0), unit: "days", amount }), RangeError);
});

test("a pass includes its start, excludes its end, and is invalid without both", () => {
  const start = new Date("2026-11-21T04:30:00Z");
  const end = new Date("2026-11-22T04:30:00Z");
  const before = (date: Date) => new Date(date.getTime() - 1);
  assert.ok(isPassValidAt({ start, end, at: start }) && isPassValidAt({ start, end, at: before(end) }));
  assert.ok(!isPassValidAt({ start, end, at: end }) && !isPassValidAt({ start, end, at: before(start) }));
  assert.ok(!isPassValidAt({ start, end: null, at: start }) && !isPassValidAt({ start: null, end, at: start }));
  assert.ok(isWithinPeriod({ start: null, end, at: start }) && isWithinPeriod({ start, end: null, at: end }));
});

test("a longer pass never ends before a shorter one", () => {
  const date = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
  const unit = fc.constantFrom<PassUnit>("years", "hours", "days", "month");
  fc.assert(
    fc.property(date, unit, fc.integer({ min: 1, max: 60 }), (start, unit, amount) => {
      const short = computePassEnd({ start, unit, amount });
      assert.ok(start < short && short < computePassEnd({ start, unit, amount: amount + 1 }));
    }),
  );
});

test("a pass and its renewal do not overlap and have no gap", () => {
  const date = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
  const unit = fc.constantFrom<PassUnit>("years", "hours", "days", "month");
  const amount = fc.integer({ min: 1, max: 24 });
  const fraction = fc.double({ min: -0.5, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(date, unit, amount, fraction, fraction, (start, unit, amount, renewalFraction, checkedFraction) => {
      const first = { start, end: computePassEnd({ start, unit, amount }) };
      const durationMs = first.end.getTime() - start.getTime();
      const next = getRenewalStart({ end: first.end, now: new Date(start.getTime() + renewalFraction * durationMs) });
      const second = { start: next, end: computePassEnd({ start: next, unit, amount }) };
      const at = new Date(start.getTime() + checkedFraction * durationMs);
      const validPasses = [first, second].filter((pass) => isPassValidAt({ ...pass, at }));
      const isInside = [first, second].some((pass) => pass.start.getTime() <= +at && +at < pass.end.getTime());
      assert.equal(validPasses.length, isInside ? 1 : 0);
      for (const { start: passStart, end } of [first, second]) {
        assert.ok(
          isPassValidAt({ start: passStart, end, at: passStart }) && !isPassValidAt({ start: passStart, end, at: end }),
        );
        assert.ok(!isPassValidAt({ start: passStart, end, at: new Date(passStart.getTime() - 1) }));
      }
    }),
  );
});

test("a pass is over once it has expired, was ended or rejected; a request waits also after its end", () => {
  const now = new Date("2026-11-28T10:00:00Z");
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const pass = {
    parking_status_id: null,
    pass_start_time: hours(-1),
    pass_end_time: hours(1),
    ended_at: null,
    is_waiting_for_approve: false,
    is_unpaid: false,
  };
  const rows: [changes: object, state: PassState, isOver: boolean, isChangeable: boolean][] = [
    [{}, "valid", false, true],
    [{ pass_start_time: hours(1), pass_end_time: hours(2) }, "later", false, true],
    [{ is_unpaid: true }, "unpaid", false, true],
    [{ is_waiting_for_approve: true }, "waiting", false, true],
    [{ is_waiting_for_approve: true, pass_end_time: hours(-1) }, "waiting", false, false],
    [{ is_waiting_for_approve: true, pass_end_time: null }, "waiting", false, false],
    [{ pass_end_time: now }, "expired", true, false],
    [{ pass_end_time: null }, "expired", true, false],
    [{ ended_at: now, pass_end_time: now }, "ended", true, false],
    [{ ended_at: now, pass_end_time: hours(1) }, "ended", true, false],
    [{ ended_at: now, parking_status_id: parkingSequence.cancelled }, "ended", true, false],
    [{ parking_status_id: parkingSequence.cancelled }, "rejected", true, false],
  ];
  for (const [changes, state, isOver, isChangeable] of rows) {
    const changed = { ...pass, ...changes };
    assert.equal(getPassState({ pass: changed, now }), state);
    assert.equal(isPassOver(state), isOver, state);
    assert.equal(canPassChange({ pass: changed, now }), isChangeable, state);
  }
});

test("the length of a pass is found by its end, by the calendar of its time zone", () => {
  const start = new Date("2026-02-10T04:30:00Z");
  for (const length of quickLengths) {
    const end = computePassEnd({ start, ...length, zone: "Europe/London" });
    assert.equal(findQuickLength({ start, end, zone: "Europe/London" }), length);
    const later = new Date(end.getTime() + 60_000);
    assert.equal(findQuickLength({ start, end: later, zone: "Europe/London" }), undefined);
  }
});

test("a pass is printed only while it is valid, approved and paid", () => {
  const now = new Date("2026-11-29T10:00:00Z");
  const pass = {
    parking_type: "long_time",
    parking_status_id: parkingSequence.pending,
    is_unpaid: false,
    is_waiting_for_approve: false,
    pass_start_time: "2026-11-29T10:00:00Z",
    pass_end_time: "2026-12-29T10:00:00Z",
    ended_at: null,
  } as const;
  assert.equal(isPassPrintable({ pass, now }), true);
  const later = { ...pass, pass_start_time: "2026-12-01T10:00:00Z" };
  assert.equal(isPassPrintable({ pass: later, now }), true);
  for (const change of [
    { ended_at: "2026-11-29T09:00:00Z" },
    { pass_start_time: null },
    { parking_type: "single_time" },
    { parking_status_id: parkingSequence.cancelled },
    { is_unpaid: true },
    { is_waiting_for_approve: true },
    { pass_end_time: null },
    { pass_end_time: "2026-11-29T10:00:00Z" },
  ] as const)
    assert.equal(isPassPrintable({ pass: { ...pass, ...change }, now }), false, JSON.stringify(change));
});
