import assert from "node:assert/strict";
import { test } from "node:test";
import { describeChoice } from "#domain/site/stay/describe-choice.ts";

const vehicleTypes = [
  { id: 1, name: "Two-wheeler", image: null },
  { id: 2, name: "Car", image: null },
];
const from = new Date("2026-11-18T04:30:00Z");
const search = { from, until: new Date(+from + 3 * 3_600_000), isDefaultStay: true, vehicleType: null } as const;

test("a stay from now is said by its length", () => {
  assert.equal(describeChoice({ search: { ...search, filters: [], sort: "name" }, vehicleTypes }), "now for 3 h");
});

test("another stay is said with its arrival, and what else is chosen after it", () => {
  assert.equal(
    describeChoice({
      search: { ...search, isDefaultStay: false, vehicleType: 2, filters: ["free", "ev"], sort: "price" },
      vehicleTypes,
    }),
    "2026-11-18 10:00 for 3 h, Car, Free slots now, EV charging, by price for my stay",
  );
});
