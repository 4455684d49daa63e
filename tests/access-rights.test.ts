// §6: the effective rights of every role in every collection are those of docs/rules/capabilities.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listAccessRights, listExceptionEffects } from "#tests/support/access-rights.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/capabilities.md";

const toLines = (rows: readonly { [column: string]: string }[]) =>
  rows.map((row) => `| ${Object.values(row).join(" | ")} |`);

test("roles have the rights of docs/rules/capabilities.md in each collection", () => {
  assert.deepEqual(toLines(listAccessRights()), toLines(readMarkdownTable({ file, heading: "Rights of each role" })));
});

test("exceptions of a branch change the rights that docs/rules/capabilities.md names", () => {
  const expected = readMarkdownTable({ file, heading: "Effect of a branch's exceptions" });
  assert.deepEqual(toLines(listExceptionEffects()), toLines(expected));
});
