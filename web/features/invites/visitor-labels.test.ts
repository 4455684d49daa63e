import assert from "node:assert/strict";
import { test } from "node:test";
import { describeVisitorStatus } from "#web/features/invites/visitor-labels.ts";

test("the visitor is asked to show the code only while it is valid", () => {
  const rows = [
    [3, "check-in", "Show this code at the gate", true],
    [3, "pay", "Show this code at the gate", true],
    [3, "wait", "Not valid at this time", false],
    [3, "approve", "Waiting for approval", false],
    [1, "check-out", "You are checked in", true],
    [1, "pay", "You are checked in", true],
    [2, "none", "You are checked out", false],
    [4, "none", "This invite has expired", false],
  ] as const;
  for (const [parking_status_id, next, title, isPositive] of rows) {
    const status = describeVisitorStatus({ parking_status_id, next });
    assert.deepEqual([status.title, status.isPositive], [title, isPositive]);
  }
});
