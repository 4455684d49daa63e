// §8 REQUESTS_EXCEEDED: wrong attempts cause increasing waits, limited so that nobody can be locked out.
// Worked examples: docs/rules/log-in-attempts.md.

export interface AttemptLimit {
  /** Attempts before the first wait. */
  freeAttempts: number;
  /** First wait in ms; doubled by each further attempt up to `maxWaitMs`. */
  firstWaitMs: number;
  maxWaitMs: number;
  /**
   * Period in ms without further attempts, from the first attempt or the end of a wait, after which the count is reset.
   */
  resetAfterMs: number;
}

export interface AttemptCount {
  attempts: number;
  startedAt: Date;
  blockedUntil: Date | null;
}

const minute = 60_000;

/** Attempts of one address at one account. */
export const accountAndAddressLimit: AttemptLimit = {
  freeAttempts: 10,
  firstWaitMs: minute,
  maxWaitMs: 5 * minute,
  resetAfterMs: 15 * minute,
};

/** Attempts of one address at all accounts; higher, since an office can share one address. */
export const addressLimit: AttemptLimit = createAttemptLimit(100);

/**
 * Attempts of all addresses at one account, except addresses the user has logged in from, which never wait because of
 * other clients.
 */
export const accountLimit: AttemptLimit = {
  freeAttempts: 30,
  firstWaitMs: 5_000,
  maxWaitMs: minute,
  resetAfterMs: 15 * minute,
};

/** Codes of two-factor authentication, which are requested after the correct password only. */
export const twoFactorLimit: AttemptLimit = {
  freeAttempts: 5,
  firstWaitMs: minute / 2,
  maxWaitMs: 15 * minute,
  resetAfterMs: 60 * minute,
};

/** Vehicles that were refused since another account has them, which the answer tells. */
export const vehicleClaimLimit: AttemptLimit = createAttemptLimit(5);

/** `freeAttempts` in five minutes, then waits from half a minute to five minutes. */
export function createAttemptLimit(freeAttempts: number): AttemptLimit {
  return { freeAttempts, firstWaitMs: minute / 2, maxWaitMs: 5 * minute, resetAfterMs: 5 * minute };
}

/**
 * True if another attempt is allowed now. A wait above `maxWaitMs` is ignored: it was set before the clock was set
 * back.
 */
export function isAttemptAllowed({
  count,
  limit,
  now,
}: {
  count: AttemptCount | null;
  limit: AttemptLimit;
  now: Date;
}): boolean {
  if (count === null || count.blockedUntil === null) return true;
  const waitMs = count.blockedUntil.getTime() - now.getTime();
  return waitMs <= 0 || waitMs > limit.maxWaitMs;
}

/** Counts an attempt before its result is known, so that concurrent attempts are counted too. */
export function countAttempt({
  count,
  limit,
  now,
}: {
  count: AttemptCount | null;
  limit: AttemptLimit;
  now: Date;
}): AttemptCount {
  const current = count && !isExpired({ count, limit, now }) ? count : { attempts: 0, startedAt: now };
  const attempts = current.attempts + 1;
  const waitMs = computeWaitMs({ attempts, limit });
  return {
    attempts,
    startedAt: current.startedAt,
    blockedUntil: waitMs === 0 ? null : new Date(now.getTime() + waitMs),
  };
}

function isExpired({ count, limit, now }: { count: AttemptCount; limit: AttemptLimit; now: Date }): boolean {
  const periodStart = count.blockedUntil ?? count.startedAt;
  return now.getTime() - periodStart.getTime() > limit.resetAfterMs;
}

function computeWaitMs({ attempts, limit }: { attempts: number; limit: AttemptLimit }): number {
  if (attempts < limit.freeAttempts) return 0;
  return Math.min(limit.maxWaitMs, limit.firstWaitMs * 2 ** Math.min(attempts - limit.freeAttempts, 30));
}
