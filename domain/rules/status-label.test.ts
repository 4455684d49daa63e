import assert from "node:assert/strict";
import { test } from "node:test";
import { parkingLabel } from "#domain/rules/status-label.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

test("the labels of docs/rules/parking-states.md", () => {
  for (const row of markdownTable({ file: "docs/rules/parking-states.md", heading: "Labels" })) {
    const shown = parkingLabel({
      sequence: Number(row["sequence"]),
      isInvited: row["invited"] === "yes",
      isWaiting: row["waiting"] === "yes",
      isPrepayVehicle: row["pre-pay vehicle"] === "yes",
    });
    assert.deepEqual(shown, { label: row["label"], colour: row["colour"] }, JSON.stringify(row));
  }
});
