import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  compareSettlement,
  type LedgerLine,
  parseSettledAmount,
  readSettlementLines,
} from "#domain/payments/reconciliation/settlement-file.ts";

const toRows = (...cells: string[][]) => cells.map((row, index) => ({ line: index + 1, cells: row }));

test("reads the columns by their headings, in any order and notation", () => {
  const rows = toRows(
    ["UTR", "Transaction Amount", "Merchant Transaction Id", "Fee", "Transaction Type"],
    ["'206850679072", "1,234.50", "P1", "2.00", "PAYMENT"],
    ["", "-40.00", "R1", "0", "REFUND"],
    ["", "forty", "P2", "0", "PAYMENT"],
  );
  assert.deepEqual(readSettlementLines([{ line: 1, cells: ["UTR", "Amount", "merchantTransactionId", "Type"] }]), {
    lines: [],
  });
  assert.deepEqual(readSettlementLines(rows), {
    lines: [
      { line: 2, references: ["P1", "206850679072"], isRefund: false, amount: 123_450 },
      { line: 3, references: ["R1"], isRefund: true, amount: 4_000 },
      { line: 4, references: ["P2"], isRefund: false, amount: undefined },
    ],
  });
  assert.deepEqual(readSettlementLines(toRows(["Name", "Fee"], ["a", "1"])), {
    missing: ["Merchant transaction ID", "Transaction amount"],
  });
});

test("parses amounts to the paisa", () => {
  const rows: [string, number | undefined][] = [
    ["40", 4_000],
    ["40.5", 4_050],
    ["₹ 1,00,000.01", 10_000_001],
    ["INR -0.01", 1],
    ["", undefined],
    ["4O.00", undefined],
  ];
  for (const [text, paise] of rows) assert.equal(parseSettledAmount(text), paise, text);
});

const entry = (changes: Partial<LedgerLine>): LedgerLine => ({
  attempt: 1,
  isRefund: false,
  references: ["P1", "T1"],
  amount: 4_000,
  isDone: true,
  isInPeriod: true,
  ...changes,
});
const line = (changes: object = {}) => ({ line: 2, references: ["P1"], isRefund: false, amount: 4_000, ...changes });

test("lists each kind of difference, and nothing else", () => {
  const rows: [string, ReturnType<typeof line>[], LedgerLine[], string[]][] = [
    ["equal", [line()], [entry({})], []],
    ["by the provider's reference", [line({ references: ["T1"] })], [entry({})], []],
    ["one paisa more", [line({ amount: 4_001 })], [entry({})], ["amount"]],
    ["not paid here", [line()], [entry({ isDone: false })], ["not-paid"]],
    ["unknown here", [line({ references: ["P9"] })], [], ["unknown"]],
    ["twice in the file", [line(), line({ line: 3 })], [entry({})], ["twice"]],
    ["no amount", [line({ amount: undefined })], [entry({})], ["unreadable"]],
    ["missing in the file", [], [entry({})], ["missing"]],
    ["outside the period", [], [entry({ isInPeriod: false })], []],
    ["not paid and not in the file", [], [entry({ isDone: false })], []],
    ["refund as a payment", [line()], [entry({ isRefund: true })], ["unknown", "missing"]],
    [
      "two refunds of one payment",
      [line({ isRefund: true, amount: 1_000 }), line({ line: 3, isRefund: true, amount: 3_000 })],
      [entry({ isRefund: true, amount: 3_000 }), entry({ isRefund: true, amount: 1_000 })],
      [],
    ],
  ];
  for (const [name, lines, ledger, expected] of rows) {
    const { matched, differences } = compareSettlement({ lines, ledger });
    assert.deepEqual(
      differences.map(({ reason }) => reason),
      expected,
      name,
    );
    assert.equal(matched, lines.length - differences.filter(({ line: number }) => number !== null).length, name);
  }
});

test("a file made from the ledger agrees with it, and a change of any line is one difference", () => {
  const ledgers = fc.uniqueArray(fc.record({ reference: fc.nat(10_000), amount: fc.integer({ min: 1, max: 1e7 }) }), {
    selector: ({ reference }) => reference,
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(ledgers, fc.nat(), (rows, pick) => {
      const ledger = rows.map(({ reference, amount }) => entry({ references: [`P${reference}`], amount }));
      const lines = rows.map(({ reference, amount }, index) =>
        line({ line: index + 2, references: [`P${reference}`], amount }),
      );
      assert.deepEqual(compareSettlement({ lines, ledger }), { matched: lines.length, differences: [] });
      const changed = pick % lines.length;
      const altered = lines.map((row, index) => (index === changed ? { ...row, amount: row.amount + 1 } : row));
      const { differences } = compareSettlement({ lines: altered, ledger });
      assert.deepEqual(
        differences.map(({ reason, line: number }) => [reason, number]),
        [["amount", changed + 2]],
      );
    }),
  );
});
