import assert from "node:assert/strict";
import { test } from "node:test";
import { countOthersWaiting } from "#web/features/valet/pickup/waiting-requests.ts";

test("the manager's alert counts every other request without a driver, also one that is still offered", () => {
  const shown = { pickup_request_assigned: null, manager_called_at: "2026-06-01T10:00:00Z" };
  const offered = { pickup_request_assigned: null, manager_called_at: null };
  const assigned = { pickup_request_assigned: { id: "ravi" }, manager_called_at: null };
  assert.equal(countOthersWaiting([shown, offered, assigned]), 1);
  assert.equal(countOthersWaiting([shown]), 0);
  assert.equal(countOthersWaiting([assigned]), 0);
});
