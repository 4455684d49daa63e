import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dateStamp } from "#domain/rules/dates.ts";
import { receiptId, tokenId } from "#domain/rules/receipt-id.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/receipt-ids.md";

test("the receipt ids of docs/rules/receipt-ids.md", () => {
  for (const row of markdownTable({ file, heading: "Receipt ids" })) {
    const id = receiptId({
      isGovernment: row["government"] === "yes",
      isPerson: row["person"] === "yes",
      count: Number(row["given out today"]),
      now: new Date(row["at (UTC)"] ?? ""),
      zone: row["zone"],
    });
    assert.equal(id, row["receipt id"]);
  }
});

test("the token ids of docs/rules/receipt-ids.md", () => {
  for (const row of markdownTable({ file, heading: "Token ids" }))
    assert.equal(tokenId({ prefix: row["prefix"] ?? "", count: Number(row["given out"]) }), row["token id"]);
});

test("two receipts are called alike only where kind, day and number are", () => {
  const receipt = fc.record({
    isGovernment: fc.boolean(),
    isPerson: fc.boolean(),
    count: fc.nat(200),
    now: fc.date({ min: new Date("2026-01-01"), max: new Date("2026-01-04"), noInvalidDate: true }),
    zone: fc.constant("Asia/Kolkata"),
  });
  const partsOf = ({ isGovernment, isPerson, count, now, zone }: Parameters<typeof receiptId>[0]) =>
    JSON.stringify([isGovernment, isGovernment && isPerson, dateStamp({ at: now, zone }), count]);
  fc.assert(
    fc.property(receipt, receipt, (one, other) => {
      assert.equal(receiptId(one) === receiptId(other), partsOf(one) === partsOf(other));
    }),
  );
});

test("no two tokens of a prefix are called alike, and none is shorter than its digits", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (one, other) => {
      const [id, next] = [one, other].map((count) => tokenId({ prefix: "V", count }));
      assert.equal(id === next, one === other);
      assert.match(id!, /^V\d{5,}$/);
    }),
  );
});
