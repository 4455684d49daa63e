import assert from "node:assert/strict";
import { test } from "node:test";
import { countDutyMinutes, getDutyPeriods } from "#domain/people/attendance.ts";

const at = (time: string): Date => new Date(`2026-11-21T${time}:00Z`);
const from = at("00:00");
const to = new Date("2026-11-22T00:00:00Z");
const yesterday = new Date("2026-11-20T22:00:00Z");

const days: {
  name: string;
  changes: [Date, boolean][];
  now: Date;
  minutes: number;
  periods: number;
  isOpen: boolean;
}[] = [
  { name: "no changes", changes: [], now: at("12:00"), minutes: 0, periods: 0, isOpen: false },
  {
    name: "on duty",
    changes: [[at("09:00"), true]],
    now: at("12:30"),
    minutes: 210,
    periods: 1,
    isOpen: true,
  },
  {
    name: "with a break",
    changes: [
      [at("09:00"), true],
      [at("13:00"), false],
      [at("14:00"), true],
      [at("18:00"), false],
    ],
    now: at("20:00"),
    minutes: 480,
    periods: 2,
    isOpen: false,
  },
  {
    name: "since yesterday",
    changes: [
      [yesterday, true],
      [at("06:00"), false],
    ],
    now: at("12:00"),
    minutes: 360,
    periods: 1,
    isOpen: false,
  },
  {
    name: "off duty since yesterday",
    changes: [[yesterday, false]],
    now: at("12:00"),
    minutes: 0,
    periods: 0,
    isOpen: false,
  },
  {
    name: "across midnight",
    changes: [[at("20:00"), true]],
    now: new Date("2026-11-22T05:00:00Z"),
    minutes: 240,
    periods: 1,
    isOpen: false,
  },
  {
    name: "marked present twice",
    changes: [
      [at("09:00"), true],
      [at("10:00"), true],
      [at("11:00"), false],
    ],
    now: at("12:00"),
    minutes: 120,
    periods: 1,
    isOpen: false,
  },
];

for (const { name, changes, now, minutes, periods, isOpen } of days)
  test(`hours of a day: ${name}`, () => {
    const dutyPeriods = getDutyPeriods({
      changes: changes.map(([time, isPresent]) => ({ at: time, isPresent, by: "Ravi" })),
      from,
      to,
      now,
    });
    assert.equal(dutyPeriods.length, periods);
    assert.equal(countDutyMinutes({ periods: dutyPeriods, now }), minutes);
    assert.equal(dutyPeriods.at(-1)?.until === null, isOpen);
  });

test("returns who made a change only for changes of the day", () => {
  const changes = [
    { at: yesterday, isPresent: true, by: "Meena" },
    { at: at("06:00"), isPresent: false, by: "Ravi" },
  ];
  const [period] = getDutyPeriods({ changes, from, to, now: at("12:00") });
  assert.deepEqual([period?.begunBy, period?.endedBy, period?.from], [null, "Ravi", from]);
});
