import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  maxSendsPerHour,
  otpAttemptLimits,
  isCodeFlood,
  checkOtpAttempt,
  checkOtpResend,
  otpSendLimits,
} from "#domain/accounts/otp-limits.ts";

const now = new Date("2026-11-21T10:00:00Z");
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

describe("resend", () => {
  const table: [name: string, lastOpenAt: Date | null, expected: string | undefined][] = [
    ["first code", null, undefined],
    ["29.9 s after a valid code", secondsAgo(29.9), "VALID_OTP_ALREADY_EXIST"],
    ["30 s after a valid code", secondsAgo(30), undefined],
  ];
  for (const [name, lastOpenAt, expected] of table)
    test(name, () => assert.equal(checkOtpResend({ lastOpenAt, now }), expected));
});

test("limits delay but never block: at most an hour for sending, a quarter of an hour for attempts", () => {
  for (const { firstWaitMs, maxWaitMs } of Object.values(otpSendLimits))
    assert.ok(firstWaitMs <= maxWaitMs && maxWaitMs <= 3_600_000);
  for (const { firstWaitMs, maxWaitMs } of Object.values(otpAttemptLimits))
    assert.ok(firstWaitMs <= maxWaitMs && maxWaitMs <= 900_000);
});

describe("codes sent within an hour", () => {
  const table: [codes: number, expected: boolean][] = [
    [0, false],
    [maxSendsPerHour - 1, false],
    [maxSendsPerHour, true],
    [maxSendsPerHour + 1, true],
  ];
  for (const [codes, expected] of table)
    test(`${codes} are ${expected ? "a" : "no"} flood`, () => assert.equal(isCodeFlood(codes), expected));
});

describe("attempt", () => {
  const validChallenge = { expiresAt: secondsAgo(-60), tries: 0, usedAt: null };
  const table: [
    name: string,
    challenge: Parameters<typeof checkOtpAttempt>[0]["challenge"],
    right: boolean,
    expected: unknown,
  ][] = [
    ["without a code", null, false, "NO_OTP"],
    ["with a used code, even if correct", { ...validChallenge, usedAt: secondsAgo(1) }, true, "NO_OTP"],
    ["correct", validChallenge, true, undefined],
    ["wrong", validChallenge, false, "OTP_INVALID"],
    ["wrong the fifth time", { ...validChallenge, tries: 4 }, false, "OTP_TOO_MANY_TRIES"],
    ["correct the fifth time", { ...validChallenge, tries: 4 }, true, undefined],
    ["correct after five wrong ones", { ...validChallenge, tries: 5 }, true, "OTP_TOO_MANY_TRIES"],
    ["at the expiry time", { ...validChallenge, expiresAt: now }, true, "OTP_EXPIRED"],
  ];
  for (const [name, challenge, isCorrect, expected] of table)
    test(name, () => assert.equal(checkOtpAttempt({ challenge, isCorrect, now }), expected));
});
