import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePlace, listPlaceNames, listSearchedNames } from "#domain/branches/place-names.ts";
import { stateNames } from "#domain/onboarding/registration.ts";

const samePlaces: [one: string, other: string][] = [
  ["Bangalore", "Bengaluru"],
  ["Bombay", "Mumbai"],
  ["Madras", "Chennai"],
  ["Calcutta", "Kolkata"],
  ["Trivandrum", "Thiruvananthapuram"],
  ["Pondicherry", "Puducherry"],
  ["Gurgaon", "Gurugram"],
  ["Mysore", "Mysuru"],
  ["Mangalore", "Mangaluru"],
  ["Cochin", "Kochi"],
  ["Calicut", "Kozhikode"],
  ["Baroda", "Vadodara"],
  ["Poona", "Pune"],
  ["Benares", "Banaras"],
  ["Trichy", "Tiruchirappalli"],
  ["Vizag", "Visakhapatnam"],
  ["Orissa", "Odisha"],
  ["  BANGALORE ", "bengaluru"],
  ["Coimbatore", "COIMBATORE"],
];
const otherPlaces: [one: string, other: string][] = [
  ["Bangalore", "Mangalore"],
  ["Mumbai", "Navi Mumbai"],
  ["Bijapur", "Bilaspur"],
  ["", "Chennai"],
];

test("a place is the same by each of its names", () => {
  for (const [one, other] of samePlaces) {
    assert.ok(isSamePlace(one, other), `${one}, ${other}`);
    assert.ok(isSamePlace(other, one), `${other}, ${one}`);
  }
  for (const [one, other] of otherPlaces) assert.ok(!isSamePlace(one, other), `${one}, ${other}`);
});

test("a part of one name searches the other names, too", () => {
  const rows: [part: string, names: string[]][] = [
    ["Bangal", ["bangal", "bengaluru", "bengalooru", "banglore"]],
    ["bomb", ["bomb", "mumbai"]],
    ["Mumbai", ["mumbai", "bombay"]],
    ["T. Nagar", ["t. nagar"]],
    ["ba", ["ba"]],
    ["", [""]],
  ];
  for (const [part, names] of rows) assert.deepEqual(listSearchedNames(part), names, part);
});

test("no name belongs to two places", () => {
  for (const [one] of samePlaces) {
    const names = listPlaceNames(one);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.deepEqual(listPlaceNames(name).toSorted(), names.toSorted());
  }
});

test("every state and union territory can be chosen", () => {
  const states =
    "Andhra Pradesh,Arunachal Pradesh,Assam,Bihar,Chhattisgarh,Goa,Gujarat,Haryana,Himachal Pradesh,Jharkhand,Karnataka,Kerala,Madhya Pradesh,Maharashtra,Manipur,Meghalaya,Mizoram,Nagaland,Odisha,Punjab,Rajasthan,Sikkim,Tamil Nadu,Telangana,Tripura,Uttar Pradesh,Uttarakhand,West Bengal";
  const territories =
    "Andaman and Nicobar Islands,Chandigarh,Dadra and Nagar Haveli and Daman and Diu,Delhi,Jammu and Kashmir,Ladakh,Lakshadweep,Puducherry";
  assert.deepEqual(stateNames.toSorted(), [...states.split(","), ...territories.split(",")].toSorted());
});
