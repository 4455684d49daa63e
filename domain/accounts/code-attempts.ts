// reading.md §6: five wrong handover codes lock a ticket for ten minutes; texts of wrong codes. Worked examples: docs/rules/valet-pickup.md.
import { type FilledText, fillText } from "#domain/text/filled-text.ts";
import * as limits from "#domain/limits.ts";

export interface CodeAttempts {
  /** Wrong codes since the last correct one or the last lock. */
  tries: number;
  lockedUntil: Date | null;
}

export function isCodeLocked({ lockedUntil, now }: { lockedUntil: Date | null; now: Date }): boolean {
  return lockedUntil !== null && lockedUntil > now;
}

/** Counts a wrong code; the fifth locks the ticket and resets the count. */
export function countWrongCode({ tries, now }: { tries: number; now: Date }): CodeAttempts {
  if (tries + 1 < limits.codeTries) return { tries: tries + 1, lockedUntil: null };
  return { tries: 0, lockedUntil: new Date(now.getTime() + limits.codeLockMinutes * 60_000) };
}

/** From here on a wrong code names the tries that are left. */
const warnedTries = 2;

/** Text of a wrong code: that of OTP_INVALID (undefined), until few tries are left. */
export function describeWrongCode(triesLeft: number): FilledText | undefined {
  if (triesLeft > warnedTries) return undefined;
  return triesLeft === 1 ? fillText("wrongOtpLastTry", {}) : fillText("wrongOtp", { count: triesLeft });
}

/** Text of a wrong second factor, if that of its error says too little. */
export const describeWrongSecondFactor = (outcome: "invalid" | "recovery-code-used"): FilledText | undefined =>
  outcome === "recovery-code-used" ? fillText("recoveryCodeUsed", {}) : undefined;
