import assert from "node:assert/strict";
import { test } from "node:test";
import { visitorWords } from "#web/features/invites/visitor-words.ts";

test("a visitor is told to show the code only while it lets in", () => {
  const rows = [
    [3, "check-in", "Show this at the gate", true],
    [3, "pay", "Show this at the gate", true],
    [3, "wait", "Not valid at this time", false],
    [3, "approve", "Waits for approval", false],
    [1, "check-out", "You are in", true],
    [1, "pay", "You are in", true],
    [2, "none", "You have left", false],
    [4, "none", "This invite is over", false],
  ] as const;
  for (const [parking_status_id, next, title, isGood] of rows) {
    const words = visitorWords({ parking_status_id, next });
    assert.deepEqual([words.title, words.isGood], [title, isGood]);
  }
});
