import assert from "node:assert/strict";
import { test } from "node:test";
import { summariseValetDay, type DayTicket } from "#domain/valet/day/valet-day.ts";

const today = new Date("2026-11-23T00:00:00Z");
const now = new Date("2026-11-23T20:00:00Z");
const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
const yesterday = new Date("2026-11-22T21:00:00Z");
const [ravi, meena] = [
  { id: "r", name: "Ravi" },
  { id: "m", name: "Meena" },
];

const createTicket = (fields: Partial<DayTicket>): DayTicket => ({
  receivedAt: at("18:00"),
  receivedBy: ravi,
  requestedAt: null,
  atGateAt: null,
  outAt: null,
  broughtBy: null,
  tips: 0,
  ...fields,
});

test("a day without tickets has no waits and no drivers", () => {
  assert.deepEqual(summariseValetDay({ tickets: [], today, now }), {
    longestWaitMinutes: null,
    medianWaitMinutes: null,
    tips: 0,
    drivers: [],
  });
});

test("counts who received and who brought the cars of today, and the waits of their pickups", () => {
  const tickets = [
    createTicket({}),
    createTicket({ requestedAt: at("19:00"), atGateAt: at("19:04"), broughtBy: meena }),
    createTicket({ requestedAt: at("19:00"), atGateAt: at("19:10"), outAt: at("19:12"), broughtBy: meena, tips: 5000 }),
    createTicket({ receivedAt: yesterday, requestedAt: at("19:00"), atGateAt: at("19:05"), broughtBy: ravi }),
    createTicket({ requestedAt: at("19:35") }),
    createTicket({ requestedAt: at("19:50"), broughtBy: meena }),
  ];
  assert.deepEqual(summariseValetDay({ tickets, today, now }), {
    longestWaitMinutes: 25,
    medianWaitMinutes: 5,
    tips: 5000,
    drivers: [
      { id: "m", name: "Meena", received: 0, brought: 2, tips: 5000 },
      { id: "r", name: "Ravi", received: 5, brought: 1, tips: 0 },
    ],
  });
});

test("what was before today does not count, and a tip goes to who received a car that nobody brought", () => {
  const past = { receivedAt: yesterday, requestedAt: yesterday, atGateAt: yesterday };
  const tickets = [
    createTicket({ ...past, outAt: yesterday, broughtBy: meena, tips: 9000 }),
    createTicket({ ...past, outAt: at("00:10"), broughtBy: meena, tips: 2000 }),
    createTicket({ receivedAt: yesterday, outAt: at("08:00"), tips: 1000 }),
  ];
  const { medianWaitMinutes, longestWaitMinutes, tips, drivers } = summariseValetDay({ tickets, today, now });
  assert.deepEqual([medianWaitMinutes, longestWaitMinutes, tips], [null, null, 3000]);
  assert.deepEqual(drivers, [
    { id: "m", name: "Meena", received: 0, brought: 0, tips: 2000 },
    { id: "r", name: "Ravi", received: 0, brought: 0, tips: 1000 },
  ]);
});

test("the median of an even number of waits is between the two in the middle", () => {
  const tickets = ["19:02", "19:05", "19:08", "19:20"].map((time) =>
    createTicket({ requestedAt: at("19:00"), atGateAt: at(time), broughtBy: ravi }),
  );
  assert.equal(summariseValetDay({ tickets, today, now }).medianWaitMinutes, 7);
});
