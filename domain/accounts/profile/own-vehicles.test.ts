import assert from "node:assert/strict";
import { test } from "node:test";
import { provesVehicle, putVehicle, visitCodeDays } from "#domain/accounts/profile/own-vehicles.ts";

const now = new Date("2026-11-24T10:00:00Z");
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * 60 * 60_000);
const [plate, other] = ["TN09AB1234", "TN09CD5678"];

test("a visit of the vehicle proves it for 30 days", () => {
  const cases: [name: string, visit: { plate: string | null; startedAt: Date; isVoid: boolean }, proves: boolean][] = [
    ["just started", { plate, startedAt: now, isVoid: false }, true],
    ["at the end of the period", { plate, startedAt: daysAgo(visitCodeDays), isVoid: false }, true],
    ["after the period", { plate, startedAt: new Date(daysAgo(visitCodeDays).getTime() - 1), isVoid: false }, false],
    ["not started", { plate, startedAt: daysAgo(-1), isVoid: false }, false],
    ["of another vehicle", { plate: other, startedAt: now, isVoid: false }, false],
    ["of a person", { plate: null, startedAt: now, isVoid: false }, false],
    ["voided", { plate, startedAt: now, isVoid: true }, false],
  ];
  for (const [name, visit, proves] of cases)
    assert.equal(provesVehicle({ visit, vehicleNo: plate, now }), proves, name);
});

test("a vehicle is added, or put in the place of another", () => {
  const [first, second] = [
    { vehicleNo: plate, type: null },
    { vehicleNo: other, type: 2 },
  ];
  const vehicles = [first, second];
  const added = { vehicleNo: "KA01EF9012", type: 1 };
  assert.deepEqual(putVehicle({ vehicles, vehicle: added, replaces: null }), [first, second, added]);
  assert.deepEqual(putVehicle({ vehicles, vehicle: added, replaces: plate }), [added, second]);
  const retyped = { vehicleNo: plate, type: 3 };
  assert.deepEqual(putVehicle({ vehicles, vehicle: retyped, replaces: plate }), [retyped, second]);
  assert.equal(putVehicle({ vehicles, vehicle: retyped, replaces: null }), "VEHICLE_ALREADY_EXIST");
  assert.equal(putVehicle({ vehicles, vehicle: retyped, replaces: other }), "VEHICLE_ALREADY_EXIST");
  assert.equal(putVehicle({ vehicles, vehicle: added, replaces: "KA01XX0000" }), "NO_MATCH_FOUND");
});
