import assert from "node:assert/strict";
import { test } from "node:test";
import { sentWindow, windowOf } from "#web/features/invites/window.ts";

const now = new Date("2026-11-21T10:30:00Z");
const zone = "Asia/Kolkata";

test("a window is chosen by its length, until tonight, or by both its ends on the branch's wall clock", () => {
  const rows = [
    [{ length: "2" }, { invite_end_date: "2026-11-21T12:30:00.000Z" }],
    [{ length: "tonight" }, { invite_end_date: "2026-11-21T18:29:59.999Z" }],
    [{ length: "other" }, undefined],
    [{ length: "other", invite_start_date: "2026-11-22T10:00" }, undefined],
    [
      { length: "other", invite_start_date: "2026-11-22T10:00", invite_end_date: "2026-11-22T12:00" },
      { invite_start_date: "2026-11-22T04:30:00.000Z", invite_end_date: "2026-11-22T06:30:00.000Z" },
    ],
  ] as const;
  for (const [values, window] of rows) assert.deepEqual(windowOf({ values, now, zone }), window);
});

test("what is missing is told by its field", () => {
  const missing = (values: { [name: string]: string }) => {
    try {
      return sentWindow({ values, now, zone });
    } catch (thrown) {
      return (thrown as { field?: string }).field;
    }
  };
  assert.equal(missing({ length: "other" }), "invite_start_date");
  assert.equal(missing({ length: "other", invite_start_date: "2026-11-22T10:00" }), "invite_end_date");
});
