// reading.md §6: lifetime and resend interval of one-time codes, and the limits of sending and guessing them.
// Worked examples: docs/rules/one-time-codes.md.
import type { ErrorCode } from "#domain/errors.ts";
import type { AttemptLimit } from "#domain/accounts/attempt-limits.ts";

export const otpLimits = {
  lifeMs: 10 * 60_000,
  resendAfterMs: 30_000,
  tries: 5,
} as const;

const minute = 60_000;
const hour = 60 * minute;

/**
 * Limits of sending codes. They delay but never block, since an attacker could use a blocking limit to lock out others.
 */
export const otpSendLimits = {
  /** To one phone number or email, requested from one address. */
  toRecipientFromAddress: { freeAttempts: 5, firstWaitMs: 10 * minute, maxWaitMs: hour, resetAfterMs: hour },
  /** To one phone number or email, from all addresses except those its owner has logged in from. */
  toRecipient: { freeAttempts: 10, firstWaitMs: 5 * minute, maxWaitMs: 30 * minute, resetAfterMs: 24 * hour },
  /** From one address to any recipient; the guests of a mall may share one. */
  fromAddress: { freeAttempts: 60, firstWaitMs: minute, maxWaitMs: 5 * minute, resetAfterMs: hour },
  /** The same during a flood (`isCodeFlood`); a regular address needs few codes. */
  fromAddressInFlood: { freeAttempts: 6, firstWaitMs: minute, maxWaitMs: 15 * minute, resetAfterMs: hour },
} as const satisfies { [name: string]: AttemptLimit };
export const maxSendsPerHour = 2_000;

/** True if this number of codes within an hour is a flood, in which addresses are delayed earlier. */
export function isCodeFlood(codes: number): boolean {
  return codes >= maxSendsPerHour;
}

/** Limits of wrong codes; correct ones are not counted. */
export const otpAttemptLimits = {
  fromAddress: { freeAttempts: 30, firstWaitMs: minute / 2, maxWaitMs: 15 * minute, resetAfterMs: hour },
  /** For one phone number or email over all its codes, from all addresses except those its owner has logged in from. */
  atRecipient: { freeAttempts: 25, firstWaitMs: minute / 2, maxWaitMs: 5 * minute, resetAfterMs: 24 * hour },
} as const satisfies { [name: string]: AttemptLimit };

/**
 * Returns the error if no code can be sent now. `lastOpenAt` is the time of the last valid code of this purpose sent to
 * the same requester.
 */
export function checkOtpResend({ lastOpenAt, now }: { lastOpenAt: Date | null; now: Date }): ErrorCode | undefined {
  const isTooSoon = lastOpenAt !== null && now.getTime() - lastOpenAt.getTime() < otpLimits.resendAfterMs;
  return isTooSoon ? "VALID_OTP_ALREADY_EXIST" : undefined;
}

export interface OtpChallenge {
  expiresAt: Date;
  /** Wrong attempts so far. */
  tries: number;
  usedAt: Date | null;
}

/** Returns the error code of an attempt, or undefined if it is correct. `challenge` is null if no code was sent. */
export function checkOtpAttempt({
  challenge,
  isCorrect,
  now,
}: {
  challenge: OtpChallenge | null;
  isCorrect: boolean;
  now: Date;
}): ErrorCode | undefined {
  if (challenge === null || challenge.usedAt) return "NO_OTP";
  if (challenge.expiresAt <= now) return "OTP_EXPIRED";
  if (challenge.tries >= otpLimits.tries) return "OTP_TOO_MANY_TRIES";
  if (isCorrect) return undefined;
  return challenge.tries + 1 >= otpLimits.tries ? "OTP_TOO_MANY_TRIES" : "OTP_INVALID";
}
