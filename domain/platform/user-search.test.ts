import assert from "node:assert/strict";
import { test } from "node:test";
import { parseUserSearch } from "#domain/platform/user-search.ts";

const rows: [input: unknown, expected: string | undefined][] = [
  ["98400 12345", "phone 9840012345"],
  ["+91-98400-12345", "phone 9840012345"],
  [" Meena@Velan.example ", "email meena@velan.example"],
  ["9840012", undefined],
  ["98400123456", undefined],
  ["meena@", undefined],
  ["@velan.example", undefined],
  ["velan.example", undefined],
  ["meena@velan", undefined],
  ["%@velan.example%", "email %@velan.example%"],
  ["", undefined],
  [9_840_012_345, undefined],
  [`${"a".repeat(100)}@velan.example`, undefined],
];

test("people are found by a whole phone number or email only", () => {
  for (const [input, expected] of rows) {
    const found = parseUserSearch(input);
    assert.equal(found && `${found.kind} ${found.value}`, expected, String(input));
  }
});
