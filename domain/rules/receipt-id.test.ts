import assert from "node:assert/strict";
import { test } from "node:test";
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
