import assert from "node:assert/strict";
import { test } from "node:test";
import { weekdays } from "#domain/branches/opening-hours.ts";
import { isPermittedAt } from "#domain/visitors/visit-permission.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

test("standing permissions hold as in docs/rules/approvals.md", () => {
  const rows = readMarkdownTable({ file: "docs/rules/approvals.md", heading: "Standing permissions" });
  assert.ok(rows.length > 5);
  for (const row of rows) {
    const days = weekdays.filter((day) => row["days"]!.split(" ").includes(day));
    const permission = { id: 1, days, from_time: row["from"]!, until_time: row["until"]! };
    const at = new Date(`${row["visit"]!.replace(" ", "T")}:00+05:30`);
    const isPermitted = isPermittedAt({ permission, at, zone: "Asia/Kolkata" });
    assert.equal(isPermitted, row["permitted"] === "yes", JSON.stringify(row));
  }
});
