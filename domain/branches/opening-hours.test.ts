// §3: opening hours: closed days, periods past midnight and from Sunday to Monday, and invalid values.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  describeOverlap,
  findOverlap,
  isOpenAt,
  parseOpeningHours,
  findNextOpening,
  weekdays,
} from "#domain/branches/opening-hours.ts";
import type { OpeningPeriod, OpeningHours } from "#domain/branches/opening-hours.ts";

const zone = "Asia/Kolkata";
const closed: OpeningHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const office: OpeningPeriod = { from: "09:00", until: "18:30" };
const night: OpeningPeriod = { from: "18:00", until: "02:00" };
const wholeDay: OpeningPeriod = { from: "00:00", until: "24:00" };
/** 2026-11-16 is a Monday. */
const at = (day: number, time: string): Date => new Date(`2026-11-${15 + day}T${time}:00+05:30`);

const table: [name: string, hours: OpeningHours | null, at: Date, isOpen: boolean][] = [
  ["no opening hours", null, at(1, "03:00"), true],
  ["opening time", { ...closed, mon: [office] }, at(1, "09:00"), true],
  ["minute before opening", { ...closed, mon: [office] }, at(1, "08:59"), false],
  ["closing time", { ...closed, mon: [office] }, at(1, "18:30"), false],
  ["minute before closing", { ...closed, mon: [office] }, at(1, "18:29"), true],
  ["on another day", { ...closed, mon: [office] }, at(2, "10:00"), false],
  ["between two periods", { ...closed, mon: [{ from: "09:00", until: "12:00" }, night] }, at(1, "13:00"), false],
  ["in the second period", { ...closed, mon: [{ from: "09:00", until: "12:00" }, night] }, at(1, "23:00"), true],
  ["past midnight on a closed day", { ...closed, fri: [night] }, at(6, "01:59"), true],
  ["past midnight after closing", { ...closed, fri: [night] }, at(6, "02:00"), false],
  ["from Sunday into Monday", { ...closed, sun: [night] }, at(1, "01:30"), true],
  ["start of a 24-hour day", { ...closed, wed: [wholeDay] }, at(3, "00:00"), true],
  ["end of a 24-hour day", { ...closed, wed: [wholeDay] }, at(3, "23:59"), true],
  ["day after a 24-hour day", { ...closed, wed: [wholeDay] }, at(4, "00:00"), false],
  [
    "a period until the same time lasts 24 hours",
    { ...closed, tue: [{ from: "06:00", until: "06:00" }] },
    at(3, "05:59"),
    true,
  ],
  ["closed all week", closed, at(5, "12:00"), false],
];
for (const [name, hours, instant, isOpen] of table)
  test(`${name}: ${isOpen ? "open" : "closed"}`, () => assert.equal(isOpenAt({ hours, at: instant, zone }), isOpen));

test("uses the branch's time zone", () => {
  const hours = { ...closed, mon: [office] };
  assert.equal(isOpenAt({ hours, at: new Date("2026-11-16T04:00:00Z"), zone }), true);
  assert.equal(isOpenAt({ hours, at: new Date("2026-11-16T04:00:00Z"), zone: "Europe/London" }), false);
});

test("finds the next opening today, on another day and in the next week", () => {
  const hours = { ...closed, mon: [office], thu: [night] };
  assert.deepEqual(findNextOpening({ hours, at: at(1, "08:00"), zone }), { day: "mon", from: "09:00", isToday: true });
  assert.deepEqual(findNextOpening({ hours, at: at(1, "20:00"), zone }), { day: "thu", from: "18:00", isToday: false });
  assert.deepEqual(findNextOpening({ hours, at: at(6, "12:00"), zone }), { day: "mon", from: "09:00", isToday: false });
  assert.equal(findNextOpening({ hours: closed, at: at(1, "08:00"), zone }), undefined);
});

test("names the days whose periods overlap", () => {
  const cases: [OpeningHours, ReturnType<typeof findOverlap>][] = [
    [{ ...closed, mon: [office, night] }, ["mon", "mon"]],
    [{ ...closed, mon: [{ from: "09:00", until: "18:00" }, night] }, undefined],
    [{ ...closed, mon: [night], tue: [{ from: "01:00", until: "04:00" }] }, ["mon", "tue"]],
    [{ ...closed, mon: [night], tue: [{ from: "02:00", until: "04:00" }] }, undefined],
    [{ ...closed, sun: [night], mon: [{ from: "01:00", until: "04:00" }] }, ["sun", "mon"]],
    [Object.fromEntries(weekdays.map((day) => [day, [wholeDay]])) as unknown as OpeningHours, undefined],
  ];
  for (const [hours, overlap] of cases) assert.deepEqual(findOverlap(hours), overlap, JSON.stringify(hours));
  assert.match(describeOverlap(["mon", "mon"]), /^\*Hours of Monday overlap\./);
  assert.match(describeOverlap(["sun", "mon"]), /^\*Hours of Sunday and Monday overlap\./);
});

test("rejects invalid opening hours", () => {
  const { sun: _, ...sixDays } = closed;
  const invalidValues = [
    null,
    "always",
    [],
    sixDays,
    { ...closed, mon: "closed" },
    { ...closed, mon: [{ from: "9:00", until: "18:00" }] },
    { ...closed, mon: [{ from: "24:00", until: "18:00" }] },
    { ...closed, mon: [{ from: "09:00", until: "25:00" }] },
    { ...closed, mon: [{ from: "09:00" }] },
    { ...closed, mon: Array.from({ length: 4 }, () => office) },
    { ...closed, day: [] },
  ];
  for (const value of invalidValues) assert.equal(parseOpeningHours(value), undefined, JSON.stringify(value));
});

test("is open for exactly the total time of its periods per week", () => {
  const time = fc.integer({ min: 0, max: 47 }).map((halfHours) => halfHours * 30);
  const formatMinutes = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const day = fc.option(fc.tuple(time, time), { nil: null });
  fc.assert(
    fc.property(fc.tuple(day, day, day, day, day, day, day), (days) => {
      const hours = Object.fromEntries(
        weekdays.map((name, index) => {
          const pair = days[index];
          return [name, pair ? [{ from: formatMinutes(pair[0]), until: formatMinutes(pair[1]) }] : []];
        }),
      ) as unknown as OpeningHours;
      fc.pre(!findOverlap(hours));
      const toDuration = (pair: [number, number] | null): number =>
        pair ? pair[1] - pair[0] + (pair[1] <= pair[0] ? 1440 : 0) : 0;
      const expected = days.reduce((sum, pair) => sum + toDuration(pair as [number, number] | null), 0) / 30;
      const start = at(1, "00:00").getTime();
      const instants = Array.from({ length: 336 }, (_, index) => new Date(start + index * 30 * 60_000));
      assert.equal(instants.filter((instant) => isOpenAt({ hours, at: instant, zone })).length, expected);
    }),
    { numRuns: 25 },
  );
});
