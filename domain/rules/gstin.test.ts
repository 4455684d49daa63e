import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { gstin as gstinField, fieldError } from "#domain/fields.ts";
import { gstinCheck, gstinState, gstStates, isGstin, panOfGstin } from "#domain/rules/gstin.ts";
import { isPan, maskedPan, panHolder } from "#domain/rules/pan.ts";

describe("GSTIN", () => {
  const good = [
    "29AAAAA0000A1ZY",
    "27AAACT0000A1ZF",
    "33AABCP0001B1ZM",
    "07AAAFP0002C1Z9",
    "36AAATP0003D1ZC",
    "24AAALP0004E1ZU",
    "19AAAGP0005F2ZS",
    "32AAAPP0006G1ZJ",
  ];
  for (const gstin of good) test(`${gstin} holds`, () => assert.ok(isGstin(gstin)));

  const bad: [why: string, gstin: string][] = [
    ["the check character", "29AAAAA0000A1ZZ"],
    ["two characters changed places", "29AAAAA0000A1YZ"],
    ["a state there is not", "39AAAAA0000A1ZY"],
    ["small letters", "29aaaaa0000a1zy"],
    ["too short", "29AAAAA0000A1Z"],
    ["the 14th is no Z", "27AAICB3918J1CT"],
    ["a line after it", "29AAAAA0000A1ZY\n"],
    ["nothing", ""],
  ];
  for (const [why, gstin] of bad) test(`refused: ${why}`, () => assert.equal(isGstin(gstin), false));

  test("its PAN stands in it", () => assert.equal(panOfGstin("33AABCP0001B1ZM"), "AABCP0001B"));

  test("the form field says so in the specification's words, and takes what was typed with blanks", () => {
    const error = (value: string) => fieldError({ name: "gstin", field: gstinField(), value });
    assert.equal(error("33 aabcp0001b1 zm"), undefined);
    assert.equal(error("33AABCP0001B1ZN"), "*Invalid GSTIN number format");
  });
});

const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const digit = fc.constantFrom(..."0123456789");
const textOf = (part: fc.Arbitrary<string>, length: number) =>
  fc.array(part, { minLength: length, maxLength: length }).map((parts) => parts.join(""));
const pan = fc.tuple(textOf(letter, 5), textOf(digit, 4), letter).map((parts) => parts.join(""));
const first14 = fc
  .tuple(fc.constantFrom(...Object.keys(gstStates)), pan, fc.constantFrom(..."123456789ABCZ"))
  .map(([state, number, entity]) => `${state}${number}${entity}Z`);

test("every GSTIN made by the rule holds, and no single wrong character does", () => {
  fc.assert(
    fc.property(
      first14,
      fc.nat(14),
      fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
      (text, place, other) => {
        const gstin = text + gstinCheck(text);
        assert.ok(isGstin(gstin));
        fc.pre(gstin[place] !== other);
        assert.equal(isGstin(gstin.slice(0, place) + other + gstin.slice(place + 1)), false);
      },
    ),
  );
});

test("two neighbours that changed places are found out", () => {
  fc.assert(
    fc.property(first14, fc.nat(13), (text, place) => {
      const gstin = text + gstinCheck(text);
      const [one, two] = [gstin[place]!, gstin[place + 1]!];
      fc.pre(one !== two);
      assert.equal(isGstin(gstin.slice(0, place) + two + one + gstin.slice(place + 2)), false);
    }),
  );
});

describe("what the register says", () => {
  const table: [status: string, expected: string][] = [
    ["Active", "active"],
    [" ACTIVE ", "active"],
    ["Cancelled", "not_active"],
    ["Cancelled suo-moto", "not_active"],
    ["Suspended", "not_active"],
    ["Inactive", "not_active"],
    ["Provisional", "not_active"],
    ["Active (to be cancelled)", "not_active"],
    ["", "not_found"],
  ];
  for (const [status, expected] of table)
    test(`"${status}" is ${expected}`, () => assert.equal(gstinState(status), expected));
});

describe("PAN", () => {
  test("its form", () => {
    assert.ok(isPan("AABCP0001B"));
    for (const text of ["AABC0001B", "aabcp0001b", "AABCP00011", "AABCP0001B ", ""])
      assert.equal(isPan(text), false, text);
  });
  test("whose it is, and how it is shown", () => {
    assert.equal(panHolder("AABCP0001B"), "Company");
    assert.equal(panHolder("AABXP0001B"), undefined);
    assert.equal(maskedPan("AABCP0001B"), "AA••••••1B");
  });
});
