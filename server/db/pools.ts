// The connection pools of a server: one for single statements, one for repeated reads of items, one for the short ones of these, and one for
// transactions, so that a check-in never waits for a connection behind list queries; and a connection for events, which wait for none of them.
import { createPool, type Sql, type Tx } from "#server/db/pool.ts";
import { ConnectionShares } from "#server/db/connection-shares.ts";
import { useReplica } from "#server/db/availability/replica.ts";
import { SocketRegistry } from "#server/db/sockets.ts";

/**
 * Longest time in ms that a statement waits for a lock: longer than a regular transaction takes. After it the
 * connection is released and the caller is asked to retry.
 */
export const lockTimeoutMs = 2_500;

/** For reads of few milliseconds: a process of the server cannot keep more of PostgreSQL's busy with them. */
export const shortReads = {
  connections: 2,
  /** More at once have connections of their own, so that few wait for one that is given up. */
  maxRunning: 16,
  /** Such a read waits this long in ms for a lock, and so do those behind it on its connection. */
  lockTimeoutMs: 20,
  /** Longest time in ms that one takes. */
  statementTimeoutMs: 250,
} as const;

/**
 * For reading and announcing events. `live_matches` is empty after a night: planned then, and kept, a scan of it would read
 * the matches of ten minutes for each event.
 */
export const eventConnection = {
  max: 1,
  name: "chaavi events",
  hasGenericPlans: true,
  avoidsTableScans: true,
} as const;

export interface ShortReadPool {
  pool: Sql;
  /** Reads that have not been answered. */
  running: number;
}

const readShares = new WeakMap<object, ConnectionShares>();
const genericPlanPools = new WeakMap<object, Sql>();
const shortReadPools = new WeakMap<object, ShortReadPool>();
const eventPools = new WeakMap<object, Sql>();

export interface PoolsOptions {
  size: number;
  /** A standby that answers some of the reads (availability/replica.ts). */
  replicaUrl?: string | null;
}

/**
 * Creates the pools of a server with `size` connections, and up to half as many for repeated reads and two for short ones, with shares
 * per requester (connection-shares.ts).
 * Used like the pool of `createPool`; `begin` uses the pool for transactions.
 */
export function createPools(url: string, { size, replicaUrl = null }: PoolsOptions): Sql {
  const writeSize = Math.max(1, Math.floor(size / 2));
  const readSize = Math.max(1, size - writeSize);
  // Closing the connections of one pool closes those of both.
  const sockets = new SocketRegistry();
  const reads = createPool(url, { max: readSize, lockTimeoutMs, sockets });
  const genericReads = createPool(url, { max: readSize, lockTimeoutMs, sockets, hasGenericPlans: true });
  const { connections: max, maxRunning, ...timeouts } = shortReads;
  const sharedReads = createPool(url, {
    max,
    ...timeouts,
    sockets,
    name: "chaavi short reads",
    hasGenericPlans: true,
  });
  const writes = createPool(url, { max: writeSize, lockTimeoutMs, sockets });
  const events = createPool(url, { ...eventConnection, lockTimeoutMs, sockets });
  const writeShares = new ConnectionShares(writeSize);
  readShares.set(reads, new ConnectionShares(readSize));
  readShares.set(genericReads, new ConnectionShares(readSize));
  readShares.set(sharedReads, new ConnectionShares(maxRunning));
  genericPlanPools.set(reads, genericReads);
  shortReadPools.set(reads, { pool: sharedReads, running: 0 });
  eventPools.set(reads, events);
  const standby = replicaUrl === null ? undefined : createReplicaPools(replicaUrl, readSize);
  if (standby) useReplica({ primary: reads, ...standby });
  const others = [genericReads, sharedReads, writes, events, ...(standby ? Object.values(standby) : [])];
  const endReads = reads.end.bind(reads);
  const begin = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    writeShares.runTransaction(() => writes.begin(work));
  return Object.assign(reads, {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the driver is overloaded
    begin: begin as Sql["begin"],
    end: (options?: { timeout?: number }) =>
      Promise.all([endReads(options), ...others.map((pool) => pool.end(options))]).then(() => undefined),
  });
}

/** With sockets of their own: the failure of one database must not close the connections to the other. */
function createReplicaPools(url: string, size: number): { replica: Sql; control: Sql } {
  const sockets = new SocketRegistry();
  const replica = createPool(url, { max: size, name: "chaavi replica", sockets });
  readShares.set(replica, new ConnectionShares(size));
  return { replica, control: createPool(url, { max: 1, name: "chaavi replica", sockets }) };
}

/** Runs a read within the requester's share; a transaction already has its connection. */
export function runWithReadShare<T>(sql: Sql | Tx, read: () => Promise<T>): Promise<T> {
  return readShares.get(sql)?.run(read) ?? read();
}

/** The pool for repeated reads, which are planned once; a transaction has its own connection. */
export function getGenericPlanPool(sql: Sql | Tx): Sql | Tx {
  return genericPlanPools.get(sql) ?? sql;
}

/** The pool for short reads (items/read/short-reads.ts); a transaction has its own connection. */
export function getShortReadPool(sql: Sql | Tx): ShortReadPool | undefined {
  return shortReadPools.get(sql);
}

/** Lets a wrapper of `sql`, such as one that counts statements, read events by the connection of `sql`. */
export function shareEventPool({ sql, wrapper }: { sql: Sql; wrapper: Sql }): void {
  eventPools.set(wrapper, getEventPool(sql));
}

/** The connection that reads and announces events; a pool of `createPool` is used itself. */
export function getEventPool(sql: Sql): Sql {
  return eventPools.get(sql) ?? sql;
}
