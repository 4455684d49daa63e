import assert from "node:assert/strict";
import { test } from "node:test";
import { describeRatings, formatAverage } from "#domain/ratings/rating-summary.ts";

test("the average is exact to a tenth, half up", () => {
  const averages: [count: number, sum: number, average: string][] = [
    [1, 5, "5.0"],
    [2, 9, "4.5"],
    [3, 13, "4.3"],
    [3, 14, "4.7"],
    [4, 17, "4.3"],
    [20, 85, "4.3"],
    [20, 83, "4.2"],
    [1_000, 4_949, "4.9"],
    [1_000, 4_950, "5.0"],
    [7, 7, "1.0"],
  ];
  for (const [count, sum, average] of averages) assert.equal(formatAverage({ count, sum }), average, `${sum}/${count}`);
});

test("average and number in words", () => {
  assert.equal(describeRatings({ count: 1, sum: 4 }), "4.0 of 5 (1 rating)");
  assert.equal(describeRatings({ count: 3, sum: 13 }), "4.3 of 5 (3 ratings)");
});
