import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isCommonPassword } from "#domain/accounts/common-password.ts";

const ranks = new Map([
  ["password", 1],
  ["welcome", 136],
  ["!qaz2wsx", 30_000],
  ["rare", 5_000],
  ["last", 4_999],
]);
const isCommon = (password: string): boolean => isCommonPassword({ password, getRank: (word) => ranks.get(word) });

const table: [password: string, expected: boolean][] = [
  ["Password@1", true],
  ["P@ssw0rd", true],
  ["p@$$w0rd!2026", true],
  ["#2026Welcome", true],
  ["W3lc0me#99", true],
  ["!Qaz2wsx", true],
  ["Last#2026", true],
  ["Rare#2026", false],
  ["Password#Welcome1", false],
  ["Chaavi@2026", false],
  ["kT7#vqLm2x", false],
  ["12345678", false],
];
for (const [password, expected] of table)
  test(`${password} is ${expected ? "common" : "not common"}`, () => assert.equal(isCommon(password), expected));

test("a common word stays common with digits and signs around it, in any case", () => {
  const affix = fc.stringMatching(/^[0-9#%^&=]{0,6}$/);
  fc.assert(
    fc.property(affix, affix, fc.boolean(), (before, after, isUpperCase) => {
      const word = isUpperCase ? "WELCOME" : "Welcome";
      assert.equal(isCommon(`${before}${word}${after}`), true);
    }),
  );
});
