import assert from "node:assert/strict";
import { test } from "node:test";
import {
  computeTimeQuantile,
  longestSeconds,
  readTimeLists,
  readTimesByHour,
} from "#domain/reports/operations/time-lists.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

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
  const byHour = readTimesByHour(lists);
  assert.deepEqual([...byHour[23]!], [0, longestSeconds]);
  assert.deepEqual([...byHour[5]!], []);
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
  assert.equal(computeTimeQuantile(readTimesByHour(lists)[9]!, 0.9), 40);
});

test("many times, which are sorted by counting, are in their order", () => {
  const random = createSeededRandom(20);
  const times = Array.from({ length: 20_000 }, (): [number, number] => [
    random(24),
    random(50) === 0 ? random(longestSeconds + 1) : random(4_000),
  ]);
  const seconds = times.map(([, time]) => time);
  assert.deepEqual(
    [...readTimeLists([toList(times.slice(0, 7)), toList(times.slice(7))])],
    seconds.toSorted((a, b) => a - b),
  );
  const ofHour = times.filter(([hour]) => hour === 20).map(([, time]) => time);
  assert.deepEqual(
    [...readTimesByHour([toList(times)])[20]!],
    ofHour.toSorted((a, b) => a - b),
  );
});
