// §8 REQUESTS_EXCEEDED: wrong tries make one wait, longer each time, and never long enough to lock somebody out.
// Worked examples: docs/rules/log-in-tries.md.

export interface TryLimit {
  /** Tries before the first wait. */
  free: number;
  /** The first wait in ms; each try after it doubles it, up to the longest. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** After so long without one more, counted from the first try or from the end of a wait, all is forgotten. */
  forgottenAfterMs: number;
}

export interface TryCount {
  tries: number;
  startedAt: Date;
  blockedUntil: Date | null;
}

const minute = 60_000;

/** What one address may try at one account. */
export const atAccountFromAddress: TryLimit = {
  free: 10,
  firstWaitMs: minute,
  longestWaitMs: 5 * minute,
  forgottenAfterMs: 15 * minute,
};

/** What one address may try at all accounts together: an office stands behind one. */
export const fromAddress: TryLimit = limitOf(100);

/** What all addresses together may try at one account, but for those it has logged in from: they never wait for strangers. */
export const atAccount: TryLimit = {
  free: 30,
  firstWaitMs: 5_000,
  longestWaitMs: minute,
  forgottenAfterMs: 15 * minute,
};

/** Codes of the second factor: only who has the password gets so far. */
export const secondFactor: TryLimit = {
  free: 5,
  firstWaitMs: minute / 2,
  longestWaitMs: 15 * minute,
  forgottenAfterMs: 60 * minute,
};

/** So many in five minutes, then waits of half a minute to five minutes. */
export function limitOf(free: number): TryLimit {
  return { free, firstWaitMs: minute / 2, longestWaitMs: 5 * minute, forgottenAfterMs: 5 * minute };
}

/** Whether one more may be tried now. */
export function mayTry({ count, now }: { count: TryCount | null; now: Date }): boolean {
  return count === null || count.blockedUntil === null || count.blockedUntil <= now;
}

/** The count with one try more, which is made before it is known to be wrong, so that many at once are counted too. */
export function afterTry({ count, limit, now }: { count: TryCount | null; limit: TryLimit; now: Date }): TryCount {
  const known = count && !isForgotten({ count, limit, now }) ? count : { tries: 0, startedAt: now };
  const tries = known.tries + 1;
  const wait = waitMs({ tries, limit });
  return { tries, startedAt: known.startedAt, blockedUntil: wait === 0 ? null : new Date(now.getTime() + wait) };
}

function isForgotten({ count, limit, now }: { count: TryCount; limit: TryLimit; now: Date }): boolean {
  const since = count.blockedUntil ?? count.startedAt;
  return now.getTime() - since.getTime() > limit.forgottenAfterMs;
}

function waitMs({ tries, limit }: { tries: number; limit: TryLimit }): number {
  if (tries < limit.free) return 0;
  return Math.min(limit.longestWaitMs, limit.firstWaitMs * 2 ** Math.min(tries - limit.free, 30));
}
