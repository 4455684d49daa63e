// §3: opening hours as a table: closed days, past midnight, from Sunday into Monday, and what is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasOverlap, isOpenAt, openingHoursIn, opensNext, weekdays } from "#domain/rules/opening-hours.ts";
import type { Opening, OpeningHours } from "#domain/rules/opening-hours.ts";

const zone = "Asia/Kolkata";
const closed: OpeningHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const office: Opening = { from: "09:00", until: "18:30" };
const night: Opening = { from: "18:00", until: "02:00" };
const wholeDay: Opening = { from: "00:00", until: "24:00" };
/** 2026-11-16 is a Monday. */
const at = (day: number, time: string): Date => new Date(`2026-11-${15 + day}T${time}:00+05:30`);

const table: [what: string, hours: OpeningHours | null, at: Date, isOpen: boolean][] = [
  ["no hours are kept", null, at(1, "03:00"), true],
  ["the minute it opens", { ...closed, mon: [office] }, at(1, "09:00"), true],
  ["the minute before", { ...closed, mon: [office] }, at(1, "08:59"), false],
  ["the minute it closes", { ...closed, mon: [office] }, at(1, "18:30"), false],
  ["the last minute", { ...closed, mon: [office] }, at(1, "18:29"), true],
  ["another day", { ...closed, mon: [office] }, at(2, "10:00"), false],
  ["between two openings", { ...closed, mon: [{ from: "09:00", until: "12:00" }, night] }, at(1, "13:00"), false],
  ["in the second", { ...closed, mon: [{ from: "09:00", until: "12:00" }, night] }, at(1, "23:00"), true],
  ["past midnight, on a day that is closed", { ...closed, fri: [night] }, at(6, "01:59"), true],
  ["past midnight, and over", { ...closed, fri: [night] }, at(6, "02:00"), false],
  ["from Sunday into Monday", { ...closed, sun: [night] }, at(1, "01:30"), true],
  ["a whole day, at its beginning", { ...closed, wed: [wholeDay] }, at(3, "00:00"), true],
  ["a whole day, at its end", { ...closed, wed: [wholeDay] }, at(3, "23:59"), true],
  ["the day after a whole day", { ...closed, wed: [wholeDay] }, at(4, "00:00"), false],
  [
    "until the same time is a day and night",
    { ...closed, tue: [{ from: "06:00", until: "06:00" }] },
    at(3, "05:59"),
    true,
  ],
  ["closed all week", closed, at(5, "12:00"), false],
];
for (const [what, hours, moment, isOpen] of table)
  test(`${what}: ${isOpen ? "open" : "closed"}`, () => assert.equal(isOpenAt({ hours, at: moment, zone }), isOpen));

test("the clock is that of the branch", () => {
  const hours = { ...closed, mon: [office] };
  assert.equal(isOpenAt({ hours, at: new Date("2026-11-16T04:00:00Z"), zone }), true);
  assert.equal(isOpenAt({ hours, at: new Date("2026-11-16T04:00:00Z"), zone: "Europe/London" }), false);
});

test("when it opens next is told, today, another day, and in the next week", () => {
  const hours = { ...closed, mon: [office], thu: [night] };
  assert.deepEqual(opensNext({ hours, at: at(1, "08:00"), zone }), { day: "mon", from: "09:00", isToday: true });
  assert.deepEqual(opensNext({ hours, at: at(1, "20:00"), zone }), { day: "thu", from: "18:00", isToday: false });
  assert.deepEqual(opensNext({ hours, at: at(6, "12:00"), zone }), { day: "mon", from: "09:00", isToday: false });
  assert.equal(opensNext({ hours: closed, at: at(1, "08:00"), zone }), undefined);
});

test("openings of one branch do not run into each other", () => {
  const cases: [OpeningHours, boolean][] = [
    [{ ...closed, mon: [office, night] }, true],
    [{ ...closed, mon: [{ from: "09:00", until: "18:00" }, night] }, false],
    [{ ...closed, mon: [night], tue: [{ from: "01:00", until: "04:00" }] }, true],
    [{ ...closed, mon: [night], tue: [{ from: "02:00", until: "04:00" }] }, false],
    [{ ...closed, sun: [night], mon: [{ from: "01:00", until: "04:00" }] }, true],
    [Object.fromEntries(weekdays.map((day) => [day, [wholeDay]])) as unknown as OpeningHours, false],
  ];
  for (const [hours, overlap] of cases) assert.equal(hasOverlap(hours), overlap, JSON.stringify(hours));
});

test("what are no opening hours is known as such", () => {
  const { sun: _, ...sixDays } = closed;
  const wrong = [
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
  for (const value of wrong) assert.equal(openingHoursIn(value), undefined, JSON.stringify(value));
});

test("it is open for exactly as many minutes of a week as its openings have", () => {
  const time = fc.integer({ min: 0, max: 47 }).map((half) => half * 30);
  const told = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const day = fc.option(fc.tuple(time, time), { nil: null });
  fc.assert(
    fc.property(fc.tuple(day, day, day, day, day, day, day), (days) => {
      const hours = Object.fromEntries(
        weekdays.map((name, place) => {
          const pair = days[place];
          return [name, pair ? [{ from: told(pair[0]), until: told(pair[1]) }] : []];
        }),
      ) as unknown as OpeningHours;
      fc.pre(!hasOverlap(hours));
      const length = (pair: [number, number] | null): number =>
        pair ? pair[1] - pair[0] + (pair[1] <= pair[0] ? 1440 : 0) : 0;
      const expected = days.reduce((sum, pair) => sum + length(pair as [number, number] | null), 0) / 30;
      const start = at(1, "00:00").getTime();
      const open = Array.from({ length: 336 }, (_, place) => new Date(start + place * 30 * 60_000));
      assert.equal(open.filter((moment) => isOpenAt({ hours, at: moment, zone })).length, expected);
    }),
    { numRuns: 25 },
  );
});
