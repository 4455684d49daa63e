import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeTry, otpLimits, refuseSending, type SentBefore } from "#domain/rules/otp-limits.ts";

const now = new Date("2026-11-21T10:00:00Z");
const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const none: SentBefore = { lastOpenAt: null, recipientHour: 0, recipientDay: 0, addressHour: 0, totalHour: 0 };

describe("another code", () => {
  const table: [what: string, sent: Partial<SentBefore>, expected: string | undefined][] = [
    ["the first", {}, undefined],
    ["29.9 s after one that still holds", { lastOpenAt: before(29.9) }, "VALID_OTP_ALREADY_EXIST"],
    ["30 s after", { lastOpenAt: before(30) }, undefined],
    ["the fifth in an hour", { recipientHour: 4 }, undefined],
    ["the sixth in an hour", { recipientHour: 5 }, "REQUESTS_EXCEEDED"],
    ["the eleventh in a day", { recipientDay: 10 }, "REQUESTS_EXCEEDED"],
    ["one too many from an address", { addressHour: otpLimits.perAddressHour }, "REQUESTS_EXCEEDED"],
    ["one too many in all", { totalHour: otpLimits.inTotalHour }, "REQUESTS_EXCEEDED"],
  ];
  for (const [what, sent, expected] of table)
    test(what, () => assert.equal(refuseSending({ sent: { ...none, ...sent }, now }), expected));
});

describe("a try", () => {
  const open = { expiresAt: before(-60), tries: 0, usedAt: null };
  const table: [
    what: string,
    challenge: Parameters<typeof judgeTry>[0]["challenge"],
    right: boolean,
    expected: unknown,
  ][] = [
    ["without a code", null, false, "NO_OTP"],
    ["at a used code, even the right one", { ...open, usedAt: before(1) }, true, "NO_OTP"],
    ["right", open, true, undefined],
    ["wrong", open, false, "OTP_INVALID"],
    ["wrong for the fifth time", { ...open, tries: 4 }, false, "OTP_TOO_MANY_TRIES"],
    ["right at the fifth time", { ...open, tries: 4 }, true, undefined],
    ["right after five wrong ones", { ...open, tries: 5 }, true, "OTP_TOO_MANY_TRIES"],
    ["at the end of its life", { ...open, expiresAt: now }, true, "OTP_EXPIRED"],
  ];
  for (const [what, challenge, isRight, expected] of table)
    test(what, () => assert.equal(judgeTry({ challenge, isRight, now }), expected));
});
