import assert from "node:assert/strict";
import { test } from "node:test";
import { isWaitingForUser } from "#web/features/valet/next-move.ts";

const [own, other] = [{ id: "own" }, { id: "other" }];

test("a requested car waits for the driver it is assigned or offered to, and for everybody without one", () => {
  const isWaiting = (driver: { id: string } | null, offered: { id: string } | null) =>
    isWaitingForUser({ user: "own", driver, offered });
  assert.equal(isWaiting(null, null), true);
  assert.equal(isWaiting(null, own), true);
  assert.equal(isWaiting(null, other), false);
  assert.equal(isWaiting(own, null), true);
  assert.equal(isWaiting(other, null), false, "a manager may accept it, too, but does not have to");
});
