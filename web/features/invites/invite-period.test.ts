import assert from "node:assert/strict";
import { test } from "node:test";
import { toSubmittedInvitePeriod, parseInvitePeriod } from "#web/features/invites/invite-period.ts";

const now = new Date("2026-11-21T10:30:00Z");
const zone = "Asia/Kolkata";

test("parses a period of hours, until tonight, or from start and end in the branch's time zone", () => {
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
  for (const [values, period] of rows) assert.deepEqual(parseInvitePeriod({ values, now, zone }), period);
});

test("reports the field that is missing or too late", () => {
  const getInvalidField = (values: { [name: string]: string }) => {
    try {
      return void toSubmittedInvitePeriod({ values, now, zone, maxDays: 31 });
    } catch (thrown) {
      return (thrown as { field?: string }).field;
    }
  };
  assert.equal(getInvalidField({ length: "other" }), "invite_start_date");
  assert.equal(getInvalidField({ length: "other", invite_start_date: "2026-11-22T10:00" }), "invite_end_date");
  const days = (end: string) => ({ length: "other", invite_start_date: "2026-11-22T10:00", invite_end_date: end });
  assert.equal(getInvalidField(days("2026-12-23T10:00")), undefined);
  assert.equal(getInvalidField(days("2026-12-23T10:01")), "invite_end_date");
});

test("an end before the start or before now is refused with its reason", () => {
  const submit = (start: string, end: string) => () =>
    toSubmittedInvitePeriod({
      values: { length: "other", invite_start_date: start, invite_end_date: end },
      now,
      zone,
      maxDays: 31,
    });
  const end = { code: "FAILED_VALIDATION", field: "invite_end_date" };
  assert.throws(submit("2026-11-22T10:00", "2026-11-22T10:00"), {
    ...end,
    message: "*The end must be after the start",
  });
  assert.throws(submit("2026-11-20T10:00", "2026-11-21T10:00"), { ...end, message: "*The end must be in the future" });
});
