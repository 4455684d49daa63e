// §8 REQUESTS_EXCEEDED: so many wrong tries, then one waits, longer each time; counted in the database for all servers.
import { createHash } from "node:crypto";
import { afterTry, limitOf, mayTry, type TryCount, type TryLimit } from "#domain/rules/tries.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { refuse } from "#server/items/refused.ts";

/** `most` in five minutes, or a limit of its own. */
export type TryKey = { key: string; most: number } | { key: string; limit: TryLimit };

const oldestMs = 24 * 60 * 60 * 1000;
const sweepEveryMs = 10 * 60 * 1000;

const limitAt = (key: TryKey): TryLimit => ("limit" in key ? key.limit : limitOf(key.most));
/** What was typed as an email is not kept, and a key is never long. */
const hashed = (key: string): string => createHash("sha256").update(key).digest("base64url");

export class Throttle {
  readonly #sql: Sql;
  #sweptAt = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Counts a try of each key before it is made, so that many at once are counted too; throws REQUESTS_EXCEEDED where one
   * must wait. `forgive` the keys once the try proved right.
   */
  async take({ keys, now }: { keys: readonly TryKey[]; now: Date }): Promise<void> {
    const blocked = await this.#sql.begin((tx) => takeAll({ tx, keys, now }));
    await this.#sweep(now);
    if (blocked) refuse("REQUESTS_EXCEEDED", blocked);
  }

  /** Takes the try back that was counted; `isAll` where it proves that the ones before were slips of the same person. */
  async forgive(keys: readonly { key: string }[], { isAll = false } = {}): Promise<void> {
    const names = keys.map(({ key }) => hashed(key));
    await this.#sql`
      update throttle set tries = ${isAll ? 0 : this.#sql`greatest(tries - 1, 0)`}, blocked_until = null
      where key = any(${names})`;
  }

  async #sweep(now: Date): Promise<void> {
    if (now.getTime() - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = now.getTime();
    const old = new Date(now.getTime() - oldestMs);
    await this.#sql`delete from throttle where started_at < ${old} and coalesce(blocked_until, started_at) < ${old}`;
  }
}

interface Counted extends TryCount {
  key: string;
}

/** Refuses with what holds it back, without counting; all in the order of their keys, so that no two wait for each other. */
async function takeAll({
  tx,
  keys,
  now,
}: {
  tx: Tx;
  keys: readonly TryKey[];
  now: Date;
}): Promise<{ limit: number; reset: string } | undefined> {
  const named = keys.map((key) => ({ name: hashed(key.key), limit: limitAt(key) }));
  const names = named.map(({ name }) => name).toSorted();
  await tx`
    insert into throttle (key, tries, started_at) select unnest(${names}::text[]), 0, ${now} on conflict do nothing`;
  const counts = await tx<Counted[]>`
    select key, tries, started_at as "startedAt", blocked_until as "blockedUntil" from throttle
    where key = any(${names}) order by key for update`;
  const countOf = (name: string): TryCount | null => counts.find(({ key }) => key === name) ?? null;
  for (const { name, limit } of named) {
    const count = countOf(name);
    if (!mayTry({ count, now })) return { limit: limit.free, reset: count!.blockedUntil!.toISOString() };
  }
  for (const { name, limit } of named) {
    const { tries, startedAt, blockedUntil } = afterTry({ count: countOf(name), limit, now });
    await tx`
      update throttle set tries = ${tries}, started_at = ${startedAt}, blocked_until = ${blockedUntil} where key = ${name}`;
  }
  return undefined;
}
