// Reads that a standby answers instead of the primary. It answers only once it has everything that was committed before the read began,
// so that nobody misses what they or others have written, whichever server wrote it. See docs/decisions/041-several-servers.md.
import { setTimeout as wait } from "node:timers/promises";
import { getErrorCode } from "#domain/error-code.ts";
import { closeConnections, type Sql, type Tx } from "#server/db/pool.ts";
import { isConnectionLost } from "#server/db/availability/connection-lost.ts";

/** Largest time in ms that a read waits for the standby; a standby replays within some milliseconds. */
const maxWaitMs = 200;
const retryMs = 5;
/** A standby that does not answer for this long, in ms, is not asked for a while. */
const answerTimeoutMs = 1_000;
/** Pauses in ms after a standby was behind, and after it failed. */
const pauseMs = { behind: 1_000, failed: 5_000 } as const;

/** Position of the primary: a standby of another database or timeline can be at the same one with other rows. */
interface Position {
  position: string;
  timeline: number;
  system: string;
}

const replicas = new WeakMap<Sql | Tx, Replica>();

export interface ReplicaPools {
  primary: Sql;
  /** The standby: one, not several in turn. */
  replica: Sql;
  /** A connection to the same standby that never waits for a read. */
  control: Sql;
}

/** Lets the standby answer reads of `primary`. */
export function useReplica(pools: ReplicaPools): void {
  replicas.set(pools.primary, new Replica(pools));
}

/** The pool of the standby that answers reads of `sql`. */
export function getReplicaPool(sql: Sql): Sql | undefined {
  return replicas.get(sql)?.sql;
}

/** Runs a read on the standby of `sql` if there is a current one, and otherwise on `sql`. `read` may run twice. */
export async function readFromReplica<T>({
  sql,
  read,
}: {
  sql: Sql;
  read: (connection: Sql) => Promise<T>;
}): Promise<T> {
  const replica = replicas.get(sql);
  if (!replica || !(await replica.isCurrent())) return read(sql);
  try {
    return await read(replica.sql);
  } catch (error) {
    if (!isOfReplica(error)) throw error;
    replica.pause("failed");
    return read(sql);
  }
}

/**
 * True for an error that the primary need not have: a lost connection, or one of PostgreSQL, such as a conflict with the
 * replay. A statement that took too long would do so again.
 */
function isOfReplica(error: unknown): boolean {
  const code = getErrorCode(error) ?? "";
  return isConnectionLost(error) || code === "CONNECT_TIMEOUT" || (/^[\dA-Z]{5}$/.test(code) && code !== "57014");
}

class Replica {
  readonly sql: Sql;
  readonly #primary: Sql;
  readonly #control: Sql;
  #pausedUntil = 0;
  #comparison: Promise<boolean> = Promise.resolve(false);
  #next: Promise<boolean> | undefined;

  constructor({ primary, replica, control }: ReplicaPools) {
    this.sql = replica;
    this.#primary = primary;
    this.#control = control;
  }

  pause(reason: keyof typeof pauseMs): void {
    this.#pausedUntil = performance.now() + pauseMs[reason];
  }

  /** Whether the standby has everything that was committed before this call. Calls share the comparison that starts after them. */
  async isCurrent(): Promise<boolean> {
    if (performance.now() < this.#pausedUntil) return false;
    this.#next ??= this.#comparison.then(() => {
      this.#comparison = this.#next!;
      this.#next = undefined;
      return this.#compare();
    });
    return this.#next;
  }

  async #compare(): Promise<boolean> {
    // Several reads may have waited while the standby failed.
    if (performance.now() < this.#pausedUntil) return false;
    const position = await readPosition(this.#primary).catch(() => undefined);
    if (!position) return false;
    const deadline = performance.now() + maxWaitMs;
    try {
      while (!(await this.#hasReplayed(position))) {
        if (performance.now() > deadline) {
          this.pause("behind");
          return false;
        }
        await wait(retryMs);
      }
      return true;
    } catch {
      this.pause("failed");
      return false;
    }
  }

  async #hasReplayed({ position, timeline, system }: Position): Promise<boolean> {
    const timeout = setTimeout(() => closeConnections(this.#control), answerTimeoutMs);
    try {
      // A promoted standby replays nothing, so that its position is null.
      const [row] = await this.#control<{ isReached: boolean | null }[]>`
        select pg_last_wal_replay_lsn() >= ${position}::pg_lsn and pg_is_in_recovery()
          and (select timeline_id from pg_control_checkpoint()) = ${timeline}
          and (select system_identifier from pg_control_system()) = ${system}::bigint as "isReached"`;
      return row?.isReached === true;
    } finally {
      clearTimeout(timeout);
    }
  }
}

async function readPosition(primary: Sql): Promise<Position | undefined> {
  const [row] = await primary<Position[]>`
    select pg_current_wal_flush_lsn()::text as position, (select system_identifier from pg_control_system())::text as system,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;
  return row;
}
