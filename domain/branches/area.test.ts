import assert from "node:assert/strict";
import { test } from "node:test";
import { isAreaListed } from "#domain/branches/area.ts";

test("finds a listed area of a city without regard to case and spaces, also under another name of the city", () => {
  const areas = [
    { area_name: "T Nagar", city: "Chennai" },
    { area_name: "Jayanagar", city: "Bengaluru" },
    { area_name: "Rural", city: null },
  ];
  const cases: [string, string, boolean][] = [
    ["t  NAGAR", "chennai", true],
    ["jaya nagar", "Bangalore", true],
    ["T Nagar", "Bengaluru", false],
    ["Jayanagar 4th Block", "Bengaluru", false],
    ["Rural", "Chennai", false],
  ];
  for (const [name, city, isListed] of cases) assert.equal(isAreaListed({ areas, name, city }), isListed, name);
});
