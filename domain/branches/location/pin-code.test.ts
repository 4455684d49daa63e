import assert from "node:assert/strict";
import { test } from "node:test";
import { findPlaceOfPinCode } from "#domain/branches/location/pin-code.ts";
import { stateNames } from "#domain/onboarding/registration.ts";

test("names the state, and the city of a main town", () => {
  const places: [string, string, string][] = [
    ["560001", "Karnataka", "Bengaluru"],
    ["560103", "Karnataka", "Bengaluru"],
    ["600014", "Tamil Nadu", "Chennai"],
    ["500034", "Telangana", "Hyderabad"],
    ["110001", "Delhi", "Delhi"],
    ["160017", "Chandigarh", "Chandigarh"],
    ["403001", "Goa", ""],
    ["194101", "Ladakh", ""],
    ["737101", "Sikkim", ""],
    ["744101", "Andaman and Nicobar Islands", ""],
    ["682001", "Kerala", "Kochi"],
    ["572101", "Karnataka", ""],
  ];
  for (const [pincode, state, city] of places) assert.deepEqual(findPlaceOfPinCode(pincode), { state, city }, pincode);
});

test("says nothing of a prefix of several states, of the army, and of what is no PIN code", () => {
  for (const pincode of ["605001", "247001", "682555", "900001", "99", "", "56000a", "012345"])
    assert.deepEqual(findPlaceOfPinCode(pincode), { state: "", city: "" }, pincode);
});

test("names no state that a registration does not offer", () => {
  const states = new Set<string>();
  for (let prefix = 100; prefix < 900; prefix += 1) states.add(findPlaceOfPinCode(`${prefix}999`).state);
  states.delete("");
  assert.deepEqual(
    [...states].filter((state) => !stateNames.includes(state)),
    [],
  );
  assert.ok(states.size > 30);
});
