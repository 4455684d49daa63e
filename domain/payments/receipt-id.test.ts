import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatDateStamp } from "#domain/dates.ts";
import { formatReceiptId, formatTokenId } from "#domain/payments/receipt-id.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/receipt-ids.md";

test("formats the receipt ids of docs/rules/receipt-ids.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Receipt ids" })) {
    const id = formatReceiptId({
      isGovernment: row["government"] === "yes",
      isPerson: row["person"] === "yes",
      count: Number(row["given out today"]),
      now: new Date(row["at (UTC)"] ?? ""),
      zone: row["zone"],
    });
    assert.equal(id, row["receipt id"]);
  }
});

test("formats the token ids of docs/rules/receipt-ids.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Token ids" }))
    assert.equal(formatTokenId({ prefix: row["prefix"] ?? "", count: Number(row["given out"]) }), row["token id"]);
});

test("two receipt ids are equal only if kind, day and number are equal", () => {
  const receipt = fc.record({
    isGovernment: fc.boolean(),
    isPerson: fc.boolean(),
    count: fc.nat(200),
    now: fc.date({ min: new Date("2026-01-01"), max: new Date("2026-01-04"), noInvalidDate: true }),
    zone: fc.constant("Asia/Kolkata"),
  });
  const toComparisonKey = ({ isGovernment, isPerson, count, now, zone }: Parameters<typeof formatReceiptId>[0]) =>
    JSON.stringify([isGovernment, isGovernment && isPerson, formatDateStamp({ at: now, zone }), count]);
  fc.assert(
    fc.property(receipt, receipt, (first, second) => {
      assert.equal(
        formatReceiptId(first) === formatReceiptId(second),
        toComparisonKey(first) === toComparisonKey(second),
      );
    }),
  );
});

test("token ids of a prefix are unique and have at least five digits", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (first, second) => {
      const [id, next] = [first, second].map((count) => formatTokenId({ prefix: "V", count }));
      assert.equal(id === next, first === second);
      assert.match(id!, /^V\d{5,}$/);
    }),
  );
});
