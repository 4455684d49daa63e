import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as dates from "#domain/rules/dates.ts";

const zones = ["Asia/Kolkata", "UTC", "America/New_York", "Asia/Kathmandu", "Europe/Berlin"];
const moment = fc.record({
  at: fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true }),
  zone: fc.constantFrom(...zones),
});

test("the two formats, in the branch's zone", () => {
  const rows: [string, string, string, string, string][] = [
    ["2026-11-21T04:30:00Z", "Asia/Kolkata", "2026-11-21 10:00", "2026/11/21 10:00 AM", "20261121"],
    ["2026-11-21T18:29:59Z", "Asia/Kolkata", "2026-11-21 23:59", "2026/11/21 11:59 PM", "20261121"],
    ["2026-11-21T18:30:00Z", "Asia/Kolkata", "2026-11-22 00:00", "2026/11/22 12:00 AM", "20261122"],
    ["2026-11-21T06:30:00Z", "Asia/Kolkata", "2026-11-21 12:00", "2026/11/21 12:00 PM", "20261121"],
    ["2026-01-01T00:00:00Z", "America/New_York", "2025-12-31 19:00", "2025/12/31 07:00 PM", "20251231"],
  ];
  for (const [iso, zone, long, short, stamp] of rows) {
    const at = new Date(iso);
    assert.equal(dates.formatDateTime({ at, zone }), long);
    assert.equal(dates.formatDateTime12({ at, zone }), short);
    assert.equal(dates.dateStamp({ at, zone }), stamp);
  }
});

test("the zone is Asia/Kolkata where none is said", () => {
  assert.equal(dates.formatDateTime({ at: new Date("2026-11-21T18:30:00Z") }), "2026-11-22 00:00");
});

test("a day starts and ends at midnight of its zone, also when the clock is changed that day", () => {
  const rows = [
    ["2026-11-21T18:29:59Z", "Asia/Kolkata", "2026-11-20T18:30:00.000Z", "2026-11-21T18:29:59.999Z"],
    ["2026-03-08T12:00:00Z", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.999Z"],
    ["2026-11-01T12:00:00Z", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
  ] as const;
  for (const [iso, zone, start, end] of rows) {
    assert.equal(dates.startOfDay({ at: new Date(iso), zone }).toISOString(), start);
    assert.equal(dates.endOfDay({ at: new Date(iso), zone }).toISOString(), end);
  }
});

test("a day that is named has its bounds on the wall of the zone, also when the clock is changed that day", () => {
  const rows = [
    ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00.000Z", "2026-11-21T18:30:00.000Z"],
    ["2026-12-31", "Asia/Kolkata", "2026-12-30T18:30:00.000Z", "2026-12-31T18:30:00.000Z"],
    ["2028-02-29", "Asia/Kathmandu", "2028-02-28T18:15:00.000Z", "2028-02-29T18:15:00.000Z"],
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ] as const;
  for (const [day, zone, from, to] of rows) {
    assert.ok(dates.isDay(day));
    const bounds = dates.dayBounds({ day, zone });
    assert.deepEqual([bounds.from.toISOString(), bounds.to.toISOString()], [from, to]);
  }
  assert.deepEqual(
    dates.dayBounds({ day: "2026-11-21" }),
    dates.dayBounds({ day: "2026-11-21", zone: "Asia/Kolkata" }),
  );
});

test("the bounds of a moment's own day are where that day starts and, a millisecond on, where it ends", () => {
  fc.assert(
    fc.property(moment, ({ at, zone }) => {
      const { from, to } = dates.dayBounds({ day: dates.formatDay({ at, zone }), zone });
      assert.equal(from.getTime(), dates.startOfDay({ at, zone }).getTime());
      assert.equal(to.getTime() - 1, dates.endOfDay({ at, zone }).getTime());
    }),
  );
});

test("a day is named by year, month and day, and by nothing else", () => {
  for (const text of ["", "2026-11-2", "21-11-2026", "2026/11/21", "2026-11-21T00:00", " 2026-11-21", null, 20261121])
    assert.ok(!dates.isDay(text), String(text));
});

test("every moment lies in its own day, and the day before ends where the day begins", () => {
  fc.assert(
    fc.property(moment, ({ at, zone }) => {
      const start = dates.startOfDay({ at, zone });
      const end = dates.endOfDay({ at, zone });
      assert.ok(start <= at && at <= end);
      assert.equal(dates.dateStamp({ at: start, zone }), dates.dateStamp({ at: end, zone }));
      const before = new Date(start.getTime() - 1);
      assert.notEqual(dates.dateStamp({ at: before, zone }), dates.dateStamp({ at, zone }));
      assert.equal(dates.endOfDay({ at: before, zone }).getTime(), before.getTime());
    }),
  );
});

test("an unknown zone is said to be one", () => {
  assert.ok(dates.isTimeZone("Asia/Kolkata") && !dates.isTimeZone("Asia/Nowhere"));
  assert.throws(() => dates.formatDateTime({ at: new Date(0), zone: "Asia/Nowhere" }), RangeError);
});

test("a time of day is found again on the days the clock is changed", () => {
  const zone = "America/New_York";
  const parts = { year: 2026, month: 3, day: 8, hour: 5, minute: 0, second: 0 };
  assert.equal(dates.momentOf({ parts, zone }).toISOString(), "2026-03-08T09:00:00.000Z");
  const autumn = dates.momentOf({ parts: { ...parts, month: 11, day: 1 }, zone });
  assert.equal(autumn.toISOString(), "2026-11-01T10:00:00.000Z");
});
