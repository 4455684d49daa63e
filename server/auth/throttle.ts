// §8 REQUESTS_EXCEEDED: blocks after too many wrong attempts, longer each time; counted in the database for all
// servers.
import { createHash } from "node:crypto";
import {
  countAttempt,
  createAttemptLimit,
  isAttemptAllowed,
  type AttemptCount,
  type AttemptLimit,
} from "#domain/accounts/attempt-limits.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** `max` attempts in five minutes, or a limit of its own. */
export type AttemptKey = { key: string; max: number } | { key: string; limit: AttemptLimit };

const maxAgeMs = 24 * 60 * 60 * 1000;
const sweepEveryMs = 10 * 60 * 1000;

const getLimit = (key: AttemptKey): AttemptLimit => ("limit" in key ? key.limit : createAttemptLimit(key.max));
/** Hashes the key: typed emails are not stored, and keys have a bounded length. */
const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

export class RateLimiter {
  readonly #sql: Sql;
  #sweptAt = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Counts an attempt of each key before it is made, so that concurrent attempts are counted; throws REQUESTS_EXCEEDED
   * if one is blocked. Call `reset` after a successful attempt.
   */
  async count({ keys, now }: { keys: readonly AttemptKey[]; now: Date }): Promise<void> {
    const blocked = await runTransaction({ sql: this.#sql, work: (tx) => countAll({ tx, keys, now }) });
    await this.#sweep(now);
    if (blocked) throwApiError("REQUESTS_EXCEEDED", blocked);
  }

  /**
   * Throws REQUESTS_EXCEEDED if one of the keys is blocked; counts nothing, so that a flood costs one query per
   * request.
   */
  async assertNotBlocked({ keys, now }: { keys: readonly AttemptKey[]; now: Date }): Promise<void> {
    const hashed = toHashedLimits(keys);
    const names = hashed.map(({ name }) => name);
    const counts = await this.#sql<CountedRow[]>`
      select key, tries as attempts, started_at as "startedAt", blocked_until as "blockedUntil" from throttle
      where key = any(${names})`;
    const blocked = findBlocked({ hashed, counts, now });
    if (blocked) throwApiError("REQUESTS_EXCEEDED", blocked);
  }

  /**
   * Counts within a transaction what is undone by its rollback. Returns the details of a block; nothing is counted
   * then.
   */
  countInTransaction(input: { tx: Tx; keys: readonly AttemptKey[]; now: Date }): Promise<RateLimitDetails | undefined> {
    return countAll(input);
  }

  /** Undoes the counted attempt; with `isAll` also the earlier ones, which a success attributes to the same user. */
  async reset(keys: readonly { key: string }[], { isAll = false } = {}): Promise<void> {
    const names = keys.map(({ key }) => hashKey(key));
    await this.#sql`
      update throttle set tries = ${isAll ? 0 : this.#sql`greatest(tries - 1, 0)`}, blocked_until = null
      where key = any(${names})`;
  }

  async #sweep(now: Date): Promise<void> {
    if (now.getTime() - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = now.getTime();
    const cutoff = new Date(now.getTime() - maxAgeMs);
    await this.#sql`delete from throttle where started_at < ${cutoff} and coalesce(blocked_until, started_at) < ${cutoff}`;
  }
}

/** Details of REQUESTS_EXCEEDED; `reset` in ISO 8601. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is not a JSON object to the types.
export type RateLimitDetails = { limit: number; reset: string };

interface CountedRow extends AttemptCount {
  key: string;
}

interface HashedLimit {
  name: string;
  limit: AttemptLimit;
}

const toHashedLimits = (keys: readonly AttemptKey[]): HashedLimit[] =>
  keys.map((key) => ({ name: hashKey(key.key), limit: getLimit(key) }));

function findCount({ counts, name }: { counts: readonly CountedRow[]; name: string }): AttemptCount | null {
  return counts.find(({ key }) => key === name) ?? null;
}

/** Returns the details of the first blocked key. */
function findBlocked({
  hashed,
  counts,
  now,
}: {
  hashed: readonly HashedLimit[];
  counts: readonly CountedRow[];
  now: Date;
}): RateLimitDetails | undefined {
  for (const { name, limit } of hashed) {
    const count = findCount({ counts, name });
    if (!isAttemptAllowed({ count, limit, now }))
      return { limit: limit.freeAttempts, reset: count!.blockedUntil!.toISOString() };
  }
  return undefined;
}

/**
 * Returns the details of a blocked key without counting. Locks all rows in the order of their keys, so that concurrent
 * calls do not deadlock.
 */
async function countAll({
  tx,
  keys,
  now,
}: {
  tx: Tx;
  keys: readonly AttemptKey[];
  now: Date;
}): Promise<RateLimitDetails | undefined> {
  const hashed = toHashedLimits(keys);
  const names = hashed.map(({ name }) => name).toSorted();
  await tx`
    insert into throttle (key, tries, started_at) select unnest(${names}::text[]), 0, ${now} on conflict do nothing`;
  const counts = await tx<CountedRow[]>`
    select key, tries as attempts, started_at as "startedAt", blocked_until as "blockedUntil" from throttle
    where key = any(${names}) order by key for update`;
  const blocked = findBlocked({ hashed, counts, now });
  if (blocked) return blocked;
  for (const { name, limit } of hashed) {
    const { attempts, startedAt, blockedUntil } = countAttempt({ count: findCount({ counts, name }), limit, now });
    await tx`
      update throttle set tries = ${attempts}, started_at = ${startedAt}, blocked_until = ${blockedUntil} where key = ${name}`;
  }
  return undefined;
}
