import assert from "node:assert/strict";
import { test } from "node:test";
import { computeTimeQuantile, longestSeconds, readTimeLists } from "#domain/reports/operations/time-lists.ts";

function toList(times: readonly (readonly [hour: number, seconds: number])[]): Uint8Array {
  const list = new DataView(new ArrayBuffer(times.length * 4));
  for (const [index, [hour, seconds]] of times.entries()) list.setInt32(index * 4, hour * 2 ** 26 + seconds);
  return new Uint8Array(list.buffer);
}

const lists = [
  toList([
    [23, longestSeconds],
    [0, 300],
  ]),
  toList([]),
  toList([
    [23, 0],
    [9, 40],
  ]),
];

test("times of several lists are read in their order, and those of one hour", () => {
  assert.deepEqual([...readTimeLists(lists)], [0, 40, 300, longestSeconds]);
  assert.deepEqual([...readTimeLists(lists, 23)], [0, longestSeconds]);
  assert.deepEqual([...readTimeLists(lists, 5)], []);
});

test("quantiles are interpolated between two times", () => {
  assert.equal(computeTimeQuantile(readTimeLists([]), 0.5), null);
  assert.equal(
    computeTimeQuantile(
      readTimeLists([
        toList([
          [1, 10],
          [2, 21],
        ]),
      ]),
      0.5,
    ),
    16,
  );
  assert.equal(computeTimeQuantile(readTimeLists(lists, 9), 0.9), 40);
});
