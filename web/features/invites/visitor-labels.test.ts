import assert from "node:assert/strict";
import { test } from "node:test";
import { describeVisitorStatus, isInviteOver } from "#web/features/invites/visitor-labels.ts";

test("the visitor is asked to show the code only while it is valid", () => {
  const rows = [
    [3, "check-in", "Show this code at the gate", true],
    [3, "pay", "Show this code at the gate", true],
    [3, "wait", "Not valid at this time", false],
    [3, "approve", "Waiting for approval", false],
    [1, "check-out", "You are checked in", true],
    [1, "pay", "You are checked in", true],
    [2, "none", "You are checked out", false],
    [4, "none", "This invite was cancelled", false],
  ] as const;
  const invite_end_date = "2026-11-21T12:00:00.000Z";
  const now = new Date("2026-11-21T11:59:59.999Z");
  for (const [parking_status_id, next, title, isPositive] of rows) {
    const status = describeVisitorStatus({ parking_status_id, next, invite_end_date, now });
    assert.deepEqual([status.title, status.isPositive], [title, isPositive]);
  }
  for (const [parking_status_id, next] of [
    [4, "none"],
    [3, "wait"],
    [3, "check-in"],
    [3, "approve"],
  ] as const) {
    const over = describeVisitorStatus({ parking_status_id, next, invite_end_date, now: new Date(invite_end_date) });
    assert.deepEqual([over.title, over.isPositive], ["This invite has expired", false]);
  }
});

test("an invite is over from its end on, except for who is inside", () => {
  const invite_end_date = "2026-11-21T12:00:00.000Z";
  const isOver = (parking_status_id: number, now: string) =>
    isInviteOver({ parking_status_id, invite_end_date, now: new Date(now) });
  assert.equal(isOver(3, "2026-11-21T11:59:59.999Z"), false);
  assert.equal(isOver(3, invite_end_date), true);
  assert.equal(isOver(1, invite_end_date), false);
  assert.equal(isOver(4, "2026-11-21T11:00:00.000Z"), true);
});
