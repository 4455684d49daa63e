import assert from "node:assert/strict";
import { test } from "node:test";
import { listKeyTags, normaliseKeyTag } from "#domain/valet/key-tags.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/key-tags.md";

test("a tag is the same in each spelling", () => {
  const rows = readMarkdownTable({ file, heading: "Spelling" });
  assert.ok(rows.length > 3);
  for (const { typed, tag } of rows) assert.equal(normaliseKeyTag(typed) ?? "", tag, typed);
});

test("a board has the tags of its prefix and number", () => {
  const rows = readMarkdownTable({ file, heading: "Board" });
  assert.ok(rows.length > 2);
  for (const { prefix, count, tags } of rows) {
    const board = { key_tag_prefix: prefix ?? null, key_tag_count: count === "" ? null : Number(count) };
    assert.equal(listKeyTags(board).join(" "), tags);
  }
});
