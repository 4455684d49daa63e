import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDifference } from "#web/features/tariffs/charges/format-difference.ts";

test("the difference of two sums is a signed whole percentage of the first", () => {
  const formatted = [3_310_000, 3_124_000, 3_000_000, 3_125_000, 0].map((repriced) =>
    formatDifference({ charged: 3_124_000, repriced }),
  );
  assert.deepEqual(formatted, ["+6 %", "±0 %", "−4 %", "±0 %", "−100 %"]);
  assert.equal(formatDifference({ charged: 0, repriced: 500 }), undefined);
});
