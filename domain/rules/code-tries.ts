// reading.md §6: wrong codes at one ticket: five lock it for ten minutes. Worked examples: docs/rules/valet-pickup.md.
import { limits } from "#domain/limits.ts";

export interface Tries {
  /** Wrong codes since the last right one or the last lock. */
  tries: number;
  lockedUntil: Date | null;
}

export function isLocked({ lockedUntil, now }: { lockedUntil: Date | null; now: Date }): boolean {
  return lockedUntil !== null && lockedUntil > now;
}

/** After one more wrong code: the fifth locks, and the count starts again for when the lock is over. */
export function afterWrongCode({ tries, now }: { tries: number; now: Date }): Tries {
  if (tries + 1 < limits.codeTries) return { tries: tries + 1, lockedUntil: null };
  return { tries: 0, lockedUntil: new Date(now.getTime() + limits.codeLockMinutes * 60_000) };
}
