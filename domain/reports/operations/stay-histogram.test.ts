import assert from "node:assert/strict";
import { test } from "node:test";
import {
  computeStayQuantile,
  createStayHistogram,
  getStayBucket,
  stayBuckets,
} from "#domain/reports/operations/stay-histogram.ts";
import { stayClassEnds } from "#domain/reports/operations/stay-lengths.ts";

const buckets = Array.from({ length: stayBuckets }, (_, index) => getStayBucket(index));

test("buckets follow each other, exact below 64 minutes and to 1.6 % above", () => {
  for (const [index, { first, middle }] of buckets.slice(0, -1).entries()) {
    const last = buckets[index + 1]!.first - 1;
    assert.ok(first <= middle && middle <= last, `bucket ${index}`);
    if (first < 64) assert.equal(last, first);
    assert.ok(Math.max(middle - first, last - middle) <= 0.016 * first, `bucket ${index}: ${first} to ${last}`);
  }
});

test("the ends of the classes that reports show are ends of buckets", () => {
  for (const end of stayClassEnds)
    assert.ok(
      buckets.some(({ first }) => first === end),
      String(end),
    );
});

test("quantiles are interpolated between two stays", () => {
  const histogram = createStayHistogram();
  assert.equal(computeStayQuantile(histogram, 0.5), null);
  for (const minutes of [10, 20, 20, 40]) histogram[minutes]! += 1;
  assert.equal(computeStayQuantile(histogram, 0.5), 20);
  assert.equal(computeStayQuantile(histogram, 0.9), 34);
  assert.equal(computeStayQuantile(histogram, 0), 10);
});
