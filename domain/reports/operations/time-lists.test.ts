import assert from "node:assert/strict";
import { test } from "node:test";
import {
  computeTimeQuantile,
  countTimes,
  countTimesByHour,
  longestSeconds,
  sumTimes,
  type TimeCounts,
} from "#domain/reports/operations/time-lists.ts";
import { createSeededRandom } from "#tests/support/seeded-random.ts";

function toList(times: readonly (readonly [hour: number, seconds: number])[]): Uint8Array {
  const list = new DataView(new ArrayBuffer(times.length * 4));
  for (const [index, [hour, seconds]] of times.entries()) list.setInt32(index * 4, hour * 2 ** 26 + seconds);
  return new Uint8Array(list.buffer);
}

const toSeconds = (times: TimeCounts): number[] =>
  Array.from({ length: times.length }, (_, number) => times.find(number));

const list = toList([
  [23, longestSeconds],
  [0, 300],
  [23, 0],
  [9, 40],
]);

test("times are read in their order, and those of one hour", () => {
  assert.deepEqual(toSeconds(countTimes(list)), [0, 40, 300, longestSeconds]);
  const byHour = countTimesByHour(list);
  assert.deepEqual(toSeconds(byHour[23]!), [0, longestSeconds]);
  assert.deepEqual(toSeconds(byHour[5]!), []);
  assert.deepEqual(
    [300, 301, longestSeconds].map((seconds) => countTimes(list).count(seconds)),
    [1, 0, 1],
  );
});

test("quantiles are interpolated between two times", () => {
  assert.equal(computeTimeQuantile(countTimes(toList([])), 0.5), null);
  const two = toList([
    [1, 10],
    [2, 21],
  ]);
  assert.equal(computeTimeQuantile(countTimes(two), 0.5), 16);
  assert.equal(computeTimeQuantile(countTimesByHour(list)[9]!, 0.9), 40);
});

test("many times in several lists are in their order", () => {
  const random = createSeededRandom(20);
  const times = Array.from({ length: 5_000 }, (): [number, number] => [
    random(24),
    random(50) === 0 ? random(longestSeconds + 1) : random(4_000),
  ]);
  const sort = (own: typeof times): number[] => own.map(([, seconds]) => seconds).toSorted((a, b) => a - b);
  const parts = [toList(times.slice(0, 7)), toList([]), toList(times.slice(7))].map(countTimes);
  assert.deepEqual(toSeconds(sumTimes(parts)), sort(times));
  assert.deepEqual(toSeconds(countTimesByHour(toList(times))[20]!), sort(times.filter(([hour]) => hour === 20)));
});
