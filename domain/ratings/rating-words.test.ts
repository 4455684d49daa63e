import assert from "node:assert/strict";
import { test } from "node:test";
import { getFirstName, hasContactDetails, namesPerson } from "#domain/ratings/rating-words.ts";

test("phone numbers, email addresses, links and vehicle numbers are found in the words", () => {
  const found = [
    "Call 9848022339",
    "Call +91 98480 22339 now",
    "call 098480-22339",
    "9 8 4 8 0 2 2 3 3 9",
    "Write to meena@example.com",
    "see https://example.com",
    "see www.example.com",
    "My car TN09AB1234 was scratched",
    "my car tn 09 ab 1234",
    "TN-09-AB-1234",
  ];
  const plain = [
    "",
    "Very good, 10 of 10",
    "Paid ₹1200 for 3 h on 12.11.2026 at 10:30",
    "Slot A 12 was free, B1 34 not",
    "Receipt 20261121-17",
    "In 2026 the best in 600017",
    "Ask @ the desk. It is fine",
  ];
  for (const words of found) assert.ok(hasContactDetails(words), words);
  for (const words of plain) assert.ok(!hasContactDetails(words), words);
});

test("words that name the person are found, in any grouping and case", () => {
  const person = { names: ["Ravi Kumar", "S"], details: ["9848022339", "TN09AB1234", "ravi@example.com"] };
  for (const words of ["I am RAVI", "thanks, kumar!", "98480 22339", "tn-09 ab 1234", "ravi@example.com"])
    assert.ok(namesPerson({ words, ...person }), words);
  for (const words of ["", "S is short", "Traviata", "kumaran was kind", "TN09AB123", "Nothing of that"])
    assert.ok(!namesPerson({ words, ...person }), words);
  assert.ok(!namesPerson({ words: "Anything", names: [], details: [""] }));
});

test("the first name is a word of letters", () => {
  const names: [string | null, string | null][] = [
    ["Ravi Kumar", "Ravi"],
    ["  O'Brien ", "O'Brien"],
    ["मीना शर्मा", "मीना"],
    ["S Ravi", null],
    ["9848022339", null],
    ["TN09AB1234", null],
    ["-erased-", null],
    ["", null],
    [null, null],
  ];
  for (const [name, first] of names) assert.equal(getFirstName(name), first, String(name));
});
