// The lot check: what is found, missing and unknown.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addVehicle,
  finishLotCheck,
  parseLotCheck,
  removeUnknown,
  setFound,
  startLotCheck,
  summarizeLotCheck,
  type InsideEntry,
} from "#domain/parking/exits/lot-check.ts";

const startedAt = new Date("2026-11-21T04:30:00Z");
const check = startLotCheck(startedAt);
const entry = (id: number, minutesAfterStart = -60): InsideEntry => ({
  id,
  vehicle: `TN09AB000${id}`,
  inTime: new Date(startedAt.getTime() + minutesAfterStart * 60_000).toISOString(),
});
const inside = [entry(1), entry(2), entry(3)];

test("what was inside at the start and was not ticked is missing", () => {
  const walked = setFound({ check: setFound({ check, id: 1, isFound: true }), id: 3, isFound: true });
  const finished = finishLotCheck({ check: walked, inside: [...inside, entry(4, 1), { ...entry(5), inTime: null }] });
  assert.deepEqual(finished.missing, [2, 5]);
  const unticked = setFound({ check: walked, id: 3, isFound: false });
  assert.deepEqual(finishLotCheck({ check: unticked, inside }).missing, [2, 3]);
  // A tick counts once, and a vehicle that has left meanwhile is not missing.
  assert.equal(setFound({ check: walked, id: 1, isFound: true }).found.length, 2);
  assert.deepEqual(finishLotCheck({ check: walked, inside: [entry(1), entry(3)] }).missing, []);
});

test("a typed vehicle is ticked if it is inside, and noted once if it is unknown", () => {
  const ticked = addVehicle({ check, inside, vehicle: "TN09AB0002" });
  assert.deepEqual([ticked.found, ticked.unknown], [[2], []]);
  const noted = addVehicle({ check: addVehicle({ check, inside, vehicle: "KA01X1" }), inside, vehicle: "KA01X1" });
  assert.deepEqual([noted.found, noted.unknown], [[], ["KA01X1"]]);
  assert.deepEqual(removeUnknown({ check: noted, vehicle: "KA01X1" }).unknown, []);
});

test("the summary counts the walk, and lists what is still to be done", () => {
  const walked = addVehicle({ check: setFound({ check, id: 1, isFound: true }), inside, vehicle: "KA01X1" });
  const finished = finishLotCheck({ check: walked, inside });
  assert.deepEqual(summarizeLotCheck({ check: finished, inside }), {
    found: 1,
    missing: 2,
    open: [2, 3],
    unknown: 1,
    outside: ["KA01X1"],
  });
  // The exit of 2 was recorded, and the unknown vehicle was checked in.
  const later = [entry(1), entry(3), { ...entry(9, 20), vehicle: "KA01X1" }];
  assert.deepEqual(summarizeLotCheck({ check: finished, inside: later }), {
    found: 1,
    missing: 2,
    open: [3],
    unknown: 1,
    outside: [],
  });
});

test("a kept check is read as it was; anything else is ignored", () => {
  const kept = { ...check, found: [1, 2], unknown: ["KA01X1"], missing: [3] };
  for (const stored of [check, kept]) assert.deepEqual(parseLotCheck(JSON.parse(JSON.stringify(stored))), stored);
  for (const stored of [
    null,
    [],
    {},
    { ...kept, startedAt: "soon" },
    { ...kept, found: ["1"] },
    { ...kept, unknown: [7] },
    { ...kept, missing: undefined },
  ])
    assert.equal(parseLotCheck(stored), null, JSON.stringify(stored));
});
