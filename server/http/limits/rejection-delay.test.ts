import assert from "node:assert/strict";
import { test } from "node:test";
import { RejectionDelay, rejectionDelayMs } from "#server/http/limits/rejection-delay.ts";

test("delays rejections after the first sixty of a minute, until the next minute", () => {
  let now = 0;
  const delay = new RejectionDelay({ now: () => now });
  for (let count = 0; count < 60; count += 1) assert.equal(delay.count("a"), 0);
  assert.equal(delay.count("a"), rejectionDelayMs);
  assert.equal(delay.count("b"), 0, "counts each client separately");
  now += 60_000;
  assert.equal(delay.count("a"), 0);
});
