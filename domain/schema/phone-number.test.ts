import assert from "node:assert/strict";
import { test } from "node:test";
import { normalisePhoneNumber } from "#domain/schema/fields.ts";

test("takes a phone number as people write it", () => {
  for (const written of [
    "9840012345",
    "98400 12345",
    "+91 98400-12345",
    "919840012345",
    "098400 12345",
    "(98400) 12345",
  ])
    assert.equal(normalisePhoneNumber(written), "9840012345", written);
});

test("leaves other input as it is, so that typing is not disturbed", () => {
  for (const input of ["", "98400 1", "9840012345 or", "+44 20 7946 0958", "98400123456"])
    assert.equal(normalisePhoneNumber(input), input);
});
