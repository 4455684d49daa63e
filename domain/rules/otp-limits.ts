// reading.md §6: how long a code lives, when another may be sent, and how many in an hour or a day.
// Worked examples: docs/rules/one-time-codes.md.
import type { ErrorCode } from "#domain/errors.ts";

export const otpLimits = {
  lifeMs: 10 * 60_000,
  resendAfterMs: 30_000,
  tries: 5,
  /** To one number or email. */
  perRecipientHour: 5,
  perRecipientDay: 10,
  /** From one address: a mall's guests may share one. */
  perAddressHour: 60,
  /** To everybody: what an attacker may make us pay for in an hour. */
  inTotalHour: 2_000,
} as const;

/** What was sent before, as counted at this moment. */
export interface SentBefore {
  /** When the last code of this purpose went to this recipient, if it can still be used. */
  lastOpenAt: Date | null;
  recipientHour: number;
  recipientDay: number;
  addressHour: number;
  totalHour: number;
}

/** Why no code may be sent now; undefined where one may. */
export function refuseSending({ sent, now }: { sent: SentBefore; now: Date }): ErrorCode | undefined {
  if (sent.lastOpenAt && now.getTime() - sent.lastOpenAt.getTime() < otpLimits.resendAfterMs)
    return "VALID_OTP_ALREADY_EXIST";
  const isTooMuch =
    sent.recipientHour >= otpLimits.perRecipientHour ||
    sent.recipientDay >= otpLimits.perRecipientDay ||
    sent.addressHour >= otpLimits.perAddressHour ||
    sent.totalHour >= otpLimits.inTotalHour;
  return isTooMuch ? "REQUESTS_EXCEEDED" : undefined;
}

export interface Challenge {
  expiresAt: Date;
  /** Wrong tries so far. */
  tries: number;
  usedAt: Date | null;
}

/** What a try comes to: the code of the catalogue, or undefined where it was right. `null` is that no code was ever sent. */
export function judgeTry({
  challenge,
  isRight,
  now,
}: {
  challenge: Challenge | null;
  isRight: boolean;
  now: Date;
}): ErrorCode | undefined {
  if (challenge === null || challenge.usedAt) return "NO_OTP";
  if (challenge.expiresAt <= now) return "OTP_EXPIRED";
  if (challenge.tries >= otpLimits.tries) return "OTP_TOO_MANY_TRIES";
  if (isRight) return undefined;
  return challenge.tries + 1 >= otpLimits.tries ? "OTP_TOO_MANY_TRIES" : "OTP_INVALID";
}
