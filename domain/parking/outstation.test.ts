import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutstationPlate } from "#domain/parking/outstation.ts";

const rows: [plate: string | null, state: string | null, isOutstation: boolean][] = [
  ["TN09AB1234", "Tamil Nadu", false],
  ["KA01AB1234", "Tamil Nadu", true],
  ["ka01ab1234", " tamil nadu ", true],
  ["OR02A1234", "Odisha", false],
  ["OD02A1234", "Odisha", false],
  ["TG09A1234", "Telangana", false],
  ["22BH1234AA", "Tamil Nadu", false],
  ["XX09AB1234", "Tamil Nadu", false],
  ["KA01AB1234", "Atlantis", false],
  ["KA01AB1234", null, false],
  [null, "Tamil Nadu", false],
];
for (const [plate, state, expected] of rows)
  test(`${plate} in ${state} is ${expected ? "" : "not "}of another state`, () =>
    assert.equal(isOutstationPlate({ plate, state }), expected));
