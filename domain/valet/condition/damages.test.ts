import assert from "node:assert/strict";
import { test } from "node:test";
import { readDamages, validateDamages } from "#domain/valet/condition/damages.ts";

test("damages are different parts of the car", () => {
  for (const [damages, isValid] of [
    [[], true],
    [null, true],
    [["front", "rear left"], true],
    [["front", "front"], false],
    [["wheel"], false],
    ["front", false],
    [{ front: true }, false],
  ] as const)
    assert.equal(validateDamages({ changes: { damages } }) === undefined, isValid, JSON.stringify(damages));
});

test("damages are read in the order of the drawing, without what is not known", () => {
  assert.deepEqual(readDamages(["rear left", "wheel", "front"]), ["front", "rear left"]);
  assert.deepEqual(readDamages(null), []);
});
