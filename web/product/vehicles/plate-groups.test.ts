// Groups of the characters of a number plate.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitPlate } from "#web/product/vehicles/plate-groups.ts";

const cases: [string, string[]][] = [
  ["TN09AB1234", ["TN", "09", "AB", "1234"]],
  ["tn 09-ab 1234", ["TN", "09", "AB", "1234"]],
  ["DL3CAB1234", ["DL", "3", "CAB", "1234"]],
  ["KA01M77", ["KA", "01", "M", "77"]],
  ["22BH7345AA", ["22", "BH", "7345", "AA"]],
  ["12345678", ["12345678"]],
];

for (const [number, groups] of cases) test(number, () => assert.deepEqual(splitPlate(number), groups));
