import assert from "node:assert/strict";
import { test } from "node:test";
import { isSecurityEventKind, securityEventKinds, securityEvents } from "#domain/security/events.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

test("events match docs/rules/security-log.md", () => {
  const rows = readMarkdownTable({ file: "docs/rules/security-log.md", heading: "Events" });
  assert.deepEqual(
    rows.map((row) => [row["Event"], row["Name"], row["Severity"]]),
    securityEventKinds.map((kind) => [kind, securityEvents[kind].label, securityEvents[kind].severity]),
  );
});

test("event kinds fit their column, and other texts are not accepted", () => {
  for (const kind of securityEventKinds) assert.ok(kind.length <= 50);
  for (const text of ["", "toString", "constructor", null]) assert.equal(isSecurityEventKind(text), false);
});
