import assert from "node:assert/strict";
import { test } from "node:test";
import { findChangedMeanwhile } from "#domain/schema/changed-meanwhile.ts";

const cases = [
  { name: "unchanged", shown: { name: "Asha" }, current: { name: "Asha" }, changed: undefined },
  { name: "changed by somebody else", shown: { name: "Asha" }, current: { name: "Usha" }, changed: "name" },
  { name: "emptied by somebody else", shown: { name: "Asha" }, current: { name: null }, changed: "name" },
  { name: "empty as text and as null", shown: { name: "" }, current: { name: null }, changed: undefined },
  { name: "missing in the row", shown: { name: null }, current: {}, changed: undefined },
  { name: "zero is not empty", shown: { name: null }, current: { name: 0 }, changed: "name" },
  { name: "not shown", shown: {}, current: { name: "Usha" }, changed: undefined },
  {
    name: "another field that is not edited",
    shown: { email: "a@b.example" },
    current: { email: null },
    changed: undefined,
  },
];
for (const { name, shown, current, changed } of cases)
  test(`a field that is edited: ${name}`, () => {
    assert.equal(findChangedMeanwhile({ edited: ["name"], shown, current }), changed);
  });
