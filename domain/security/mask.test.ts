import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maskAccount } from "#domain/security/mask.ts";

const cases: [string, string][] = [
  ["ravi@example.com", "ra•••@example.com"],
  ["ab@example.com", "a•••@example.com"],
  ["9840012345", "•••345"],
  ["+91 98400 12345", "•••345"],
  ["4711", "•••"],
  ["Pa55word!", "P•••"],
  ["", "•••"],
];
for (const [input, expected] of cases)
  test(`${input} is masked as ${expected}`, () => assert.equal(maskAccount(input), expected));

test("shows at most three digits of a phone number, and never all of another text", () => {
  fc.assert(fc.property(fc.stringMatching(/^\d{10}$/), (phone) => maskAccount(phone).replace(/\D/g, "").length <= 3));
  fc.assert(
    fc.property(
      fc.string({ minLength: 2, maxLength: 300 }),
      (text) => !maskAccount(text).includes(text.trim()) || text.trim().length < 2,
    ),
  );
});
