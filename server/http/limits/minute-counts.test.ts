import assert from "node:assert/strict";
import { test } from "node:test";
import { MinuteCounts } from "#server/http/limits/minute-counts.ts";

test("counts each key separately and restarts in every minute", () => {
  const counts = new MinuteCounts({ maxKeys: 10 });
  const table: [key: string, nowMs: number, expected: number][] = [
    ["a", 0, 1],
    ["a", 59_999, 2],
    ["b", 59_999, 1],
    ["a", 60_000, 1],
    ["a", 60_001, 2],
    ["b", 180_000, 1],
  ];
  for (const [key, nowMs, expected] of table) assert.equal(counts.add({ key, nowMs }), expected, `${key} at ${nowMs}`);
});

test("evicts the least recently counted key when there are too many", () => {
  const counts = new MinuteCounts({ maxKeys: 2 });
  const add = (key: string): number => counts.add({ key, nowMs: 0 });
  assert.deepEqual(["a", "b", "a", "c", "a", "b"].map(add), [1, 1, 2, 1, 3, 1]);
});
