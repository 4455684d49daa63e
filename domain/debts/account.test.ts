import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSettlement, getAccountKey } from "#domain/debts/account.ts";

test("a settlement is of the shown balance, and never more than is owed", () => {
  const table: [owed: number, amount: number, expected: number | undefined, code: string | undefined][] = [
    [4_000, 4_000, undefined, undefined],
    [4_000, 4_000, 4_000, undefined],
    [4_000, 1, 4_000, undefined],
    [4_000, 4_001, 4_000, "AMOUNT_TOO_HIGH"],
    [4_000, 0, 4_000, "AMOUNT_TOO_LOW"],
    [4_000, -1, undefined, "AMOUNT_TOO_LOW"],
    [0, 4_000, 4_000, "AMOUNT_MISMATCH"],
    [0, 4_000, undefined, "NOTHING_OWED"],
  ];
  for (const [owed, amount, expected, code] of table)
    assert.equal(checkSettlement({ owed, amount, expected }), code, `${amount} of ${owed}, shown ${expected}`);
});

test("the name of an account is compared without capitals", () => {
  assert.equal(getAccountKey(" Acme Ltd"), getAccountKey("ACME LTD"));
});
