import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { checkField } from "#domain/schema/fields.ts";
import { gstin as gstinField } from "#domain/schema/tax-id-fields.ts";
import {
  computeGstinCheckCharacter,
  findGstinMismatch,
  toGstinState,
  gstStates,
  isGstin,
  extractPan,
} from "#domain/gstin.ts";
import { isPan, maskPan, getPanHolderType } from "#domain/pan.ts";

describe("GSTIN", () => {
  test("is of the PAN and the state that are known", () => {
    const gstin = "29AAAAA0000A1ZY";
    const find = (pan: unknown, state: unknown) => findGstinMismatch({ gstin, pan, state });
    assert.equal(find("aaaaa0000a", "Karnataka"), undefined);
    assert.equal(find("", null), undefined);
    assert.equal(find("AAAAA0000B", "Karnataka"), "GSTIN_OTHER_PAN");
    assert.equal(find(undefined, "Kerala"), "GSTIN_OTHER_STATE");
  });

  const validNumbers = [
    "29AAAAA0000A1ZY",
    "27AAACT0000A1ZF",
    "33AABCP0001B1ZM",
    "07AAAFP0002C1Z9",
    "36AAATP0003D1ZC",
    "24AAALP0004E1ZU",
    "19AAAGP0005F2ZS",
    "32AAAPP0006G1ZJ",
  ];
  for (const gstin of validNumbers) test(`accepts ${gstin}`, () => assert.ok(isGstin(gstin)));

  const invalidNumbers: [reason: string, gstin: string][] = [
    ["wrong check character", "29AAAAA0000A1ZZ"],
    ["two swapped characters", "29AAAAA0000A1YZ"],
    ["unknown state", "39AAAAA0000A1ZY"],
    ["lower-case letters", "29aaaaa0000a1zy"],
    ["too short", "29AAAAA0000A1Z"],
    ["14th character is not Z", "27AAICB3918J1CT"],
    ["trailing line break", "29AAAAA0000A1ZY\n"],
    ["empty", ""],
  ];
  for (const [reason, gstin] of invalidNumbers) test(`rejects ${reason}`, () => assert.equal(isGstin(gstin), false));

  test("extracts the PAN", () => assert.equal(extractPan("33AABCP0001B1ZM"), "AABCP0001B"));

  test("the form field uses the specification's error text and ignores spaces", () => {
    const error = (value: string) => checkField({ name: "gstin", field: gstinField(), value });
    assert.equal(error("33 aabcp0001b1 zm"), undefined);
    assert.equal(error("33AABCP0001B1ZN"), "*Invalid GSTIN number format");
  });
});

const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const digit = fc.constantFrom(..."0123456789");
const repeat = (part: fc.Arbitrary<string>, length: number) =>
  fc.array(part, { minLength: length, maxLength: length }).map((parts) => parts.join(""));
const pan = fc.tuple(repeat(letter, 5), repeat(digit, 4), letter).map((parts) => parts.join(""));
const first14 = fc
  .tuple(fc.constantFrom(...Object.keys(gstStates)), pan, fc.constantFrom(..."123456789ABCZ"))
  .map(([state, number, entity]) => `${state}${number}${entity}Z`);

test("accepts every well-formed GSTIN and detects any single wrong character", () => {
  fc.assert(
    fc.property(
      first14,
      fc.nat(14),
      fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
      (text, index, replacement) => {
        const gstin = text + computeGstinCheckCharacter(text);
        assert.ok(isGstin(gstin));
        fc.pre(gstin[index] !== replacement);
        assert.equal(isGstin(gstin.slice(0, index) + replacement + gstin.slice(index + 1)), false);
      },
    ),
  );
});

test("detects swapped neighbouring characters", () => {
  fc.assert(
    fc.property(first14, fc.nat(13), (text, index) => {
      const gstin = text + computeGstinCheckCharacter(text);
      const [first, second] = [gstin[index]!, gstin[index + 1]!];
      fc.pre(first !== second);
      assert.equal(isGstin(gstin.slice(0, index) + second + first + gstin.slice(index + 2)), false);
    }),
  );
});

describe("status of the register", () => {
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
    test(`"${status}" is ${expected}`, () => assert.equal(toGstinState(status), expected));
});

describe("PAN", () => {
  test("checks the format", () => {
    assert.ok(isPan("AABCP0001B"));
    for (const text of ["AABC0001B", "aabcp0001b", "AABCP00011", "AABCP0001B ", ""])
      assert.equal(isPan(text), false, text);
  });
  test("returns the holder type and masks the PAN", () => {
    assert.equal(getPanHolderType("AABCP0001B"), "Company");
    assert.equal(getPanHolderType("AABXP0001B"), undefined);
    assert.equal(maskPan("AABCP0001B"), "AA••••••1B");
  });
});
