import assert from "node:assert/strict";
import { test } from "node:test";
import { getLabelStep, getTicks, shorten } from "#web/ui/data/charts/scale.ts";

test("ticks are round and cover zero and all values", () => {
  assert.deepEqual(getTicks([3, 7]), [0, 2, 4, 6, 8]);
  assert.deepEqual(getTicks([0]), [0, 1]);
  assert.deepEqual(getTicks([]), [0, 1]);
  assert.deepEqual(getTicks([-20, 100]), [-50, 0, 50, 100]);
  for (const high of [1, 9, 11, 99, 12_345, 7_654_321]) {
    const ticks = getTicks([high]);
    assert.ok(ticks.length >= 3 && ticks.length <= 6 && ticks.at(-1)! >= high, `${high}: ${ticks.join(" ")}`);
  }
});

test("labels keep their distance", () => {
  assert.equal(getLabelStep({ count: 7, width: 700, labelWidth: 60 }), 1);
  assert.equal(getLabelStep({ count: 31, width: 300, labelWidth: 60 }), 7);
  assert.equal(shorten({ text: "Koramangala Market", width: 80 }), "Koramanga…");
  assert.equal(shorten({ text: "UPI", width: 10 }), "UPI");
});
