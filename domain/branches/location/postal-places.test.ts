import assert from "node:assert/strict";
import { test } from "node:test";
import { findMainTown } from "#domain/branches/location/main-towns.ts";
import { toPostalPlaces } from "#domain/branches/location/postal-places.ts";

test("groups PIN codes by the main town they name, otherwise by the district", () => {
  const offices = [
    { pincode: "600017", district: "CHENNAI", state: "TAMIL NADU" },
    { pincode: "600001", district: "CHENNAI", state: "TAMIL NADU" },
    { pincode: "628001", district: "TUTICORIN", state: "TAMIL NADU" },
    { pincode: "562101", district: "BENGALURU RURAL", state: "KARNATAKA" },
    { pincode: "560001", district: "BENGALURU URBAN", state: "KARNATAKA" },
    { pincode: "682001", district: "ERNAKULAM", state: "KERALA" },
    { pincode: "683101", district: "ERNAKULAM", state: "KERALA" },
    { pincode: "110051", district: "EAST", state: "DELHI" },
    { pincode: "396210", district: "DAMAN", state: "THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU" },
    { pincode: "431001", district: "AURANGABAD", state: "MAHARASHTRA" },
    { pincode: "824101", district: "AURANGABAD", state: "BIHAR" },
    { pincode: "900056", district: "NA", state: "NA" },
  ];
  assert.deepEqual(
    toPostalPlaces(offices).map(({ state, city, pincodes }) => [state, city, ...pincodes]),
    [
      ["Bihar", "Aurangabad", 824101],
      ["Dadra and Nagar Haveli and Daman and Diu", "Daman", 396210],
      ["Delhi", "Delhi", 110051],
      ["Karnataka", "Bengaluru", 560001, 562101],
      ["Kerala", "Ernakulam", 683101],
      ["Kerala", "Kochi", 682001],
      ["Maharashtra", "Chhatrapati Sambhajinagar", 431001],
      ["Tamil Nadu", "Chennai", 600001, 600017],
      ["Tamil Nadu", "Thoothukudi", 628001],
    ],
  );
});

test("a PIN code of two districts belongs to the one with most of its post offices", () => {
  const offices = ["VELLORE", "Ranipet", "Ranipet"].map((district) => ({
    pincode: "632503",
    district,
    state: "TAMIL NADU",
  }));
  assert.deepEqual(toPostalPlaces(offices), [{ state: "Tamil Nadu", city: "Ranipet", pincodes: [632503] }]);
});

test("names the main town of a PIN code alone", () => {
  const towns: [string, string][] = [
    ["560001", "Bengaluru"],
    ["560103", "Bengaluru"],
    ["600014", "Chennai"],
    ["110001", "Delhi"],
    ["682001", "Kochi"],
    ["635109", ""],
    ["403001", ""],
    ["5600", ""],
    ["56000a", ""],
    ["", ""],
  ];
  for (const [pincode, town] of towns) assert.equal(findMainTown(pincode), town, pincode);
});
