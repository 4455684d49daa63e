import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as dates from "#domain/dates.ts";

const zones = ["Asia/Kolkata", "UTC", "America/New_York", "Asia/Kathmandu", "Europe/Berlin"];
const zonedInstant = fc.record({
  at: fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true }),
  zone: fc.constantFrom(...zones),
});

test("formats dates in the branch's time zone", () => {
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
    assert.equal(dates.formatDateStamp({ at, zone }), stamp);
  }
});

test("the default time zone is Asia/Kolkata", () => {
  assert.equal(dates.formatDateTime({ at: new Date("2026-11-21T18:30:00Z") }), "2026-11-22 00:00");
});

test("a day starts and ends at midnight of its time zone, also on days of a clock change", () => {
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

test("returns the range of a date in the time zone, also on days of a clock change", () => {
  const rows = [
    ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00.000Z", "2026-11-21T18:30:00.000Z"],
    ["2026-12-31", "Asia/Kolkata", "2026-12-30T18:30:00.000Z", "2026-12-31T18:30:00.000Z"],
    ["2028-02-29", "Asia/Kathmandu", "2028-02-28T18:15:00.000Z", "2028-02-29T18:15:00.000Z"],
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ] as const;
  for (const [day, zone, from, to] of rows) {
    assert.ok(dates.isDateString(day));
    const bounds = dates.getDayRange({ day, zone });
    assert.deepEqual([bounds.from.toISOString(), bounds.to.toISOString()], [from, to]);
  }
  assert.deepEqual(
    dates.getDayRange({ day: "2026-11-21" }),
    dates.getDayRange({ day: "2026-11-21", zone: "Asia/Kolkata" }),
  );
});

test("the range of a date matches the start and end of its day", () => {
  fc.assert(
    fc.property(zonedInstant, ({ at, zone }) => {
      const { from, to } = dates.getDayRange({ day: dates.formatDate({ at, zone }), zone });
      assert.equal(from.getTime(), dates.startOfDay({ at, zone }).getTime());
      assert.equal(to.getTime() - 1, dates.endOfDay({ at, zone }).getTime());
    }),
  );
});

test("accepts only 'YYYY-MM-DD' as a date", () => {
  for (const text of ["", "2026-11-2", "21-11-2026", "2026/11/21", "2026-11-21T00:00", " 2026-11-21", null, 20261121])
    assert.ok(!dates.isDateString(text), String(text));
});

test("each instant lies within its day, and the previous day ends where the day starts", () => {
  fc.assert(
    fc.property(zonedInstant, ({ at, zone }) => {
      const start = dates.startOfDay({ at, zone });
      const end = dates.endOfDay({ at, zone });
      assert.ok(start <= at && at <= end);
      assert.equal(dates.formatDateStamp({ at: start, zone }), dates.formatDateStamp({ at: end, zone }));
      const before = new Date(start.getTime() - 1);
      assert.notEqual(dates.formatDateStamp({ at: before, zone }), dates.formatDateStamp({ at, zone }));
      assert.equal(dates.endOfDay({ at: before, zone }).getTime(), before.getTime());
    }),
  );
});

test("rejects an unknown time zone", () => {
  assert.ok(dates.isTimeZone("Asia/Kolkata") && !dates.isTimeZone("Asia/Nowhere"));
  assert.throws(() => dates.formatDateTime({ at: new Date(0), zone: "Asia/Nowhere" }), RangeError);
});

test("converts date parts on days of a clock change", () => {
  const zone = "America/New_York";
  const parts = { year: 2026, month: 3, day: 8, hour: 5, minute: 0, second: 0 };
  assert.equal(dates.fromDateParts({ parts, zone }).toISOString(), "2026-03-08T09:00:00.000Z");
  const autumn = dates.fromDateParts({ parts: { ...parts, month: 11, day: 1 }, zone });
  assert.equal(autumn.toISOString(), "2026-11-01T10:00:00.000Z");
});

test("reads the parts that Intl reads, on days of a clock change too", () => {
  const minuteMs = 60_000;
  for (const zone of [...zones, "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"]) {
    const formatter = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    for (const start of [
      "2011-12-29T00:00:00Z",
      "2026-03-07T00:00:00Z",
      "2026-04-04T00:00:00Z",
      "2026-10-31T00:00:00Z",
    ])
      for (let minute = 0; minute < 3 * 24 * 60; minute += 13) {
        const at = new Date(Date.parse(start) + minute * minuteMs + 7_999);
        const { second } = dates.toDateParts({ at, zone });
        const text = `${dates.formatDateTime({ at, zone })}:${String(second).padStart(2, "0")}`;
        assert.equal(text, formatter.format(at), `${zone} ${at.toISOString()}`);
      }
  }
});
