// Database locks beyond a transaction, held while an external service is called, without an open transaction. They
// belong to one connection of this process, so that PostgreSQL releases them when the process ends.
import { type LockName, releaseSessionLock, tryAcquireSessionLock } from "#server/db/locks.ts";
import { createPool, closeConnections, type Sql } from "#server/db/pool.ts";
import { SocketRegistry } from "#server/db/sockets.ts";

const queryTimeoutMs = 10_000;

export interface SessionLock {
  name: LockName;
  key: string;
}

export class SessionLocks {
  readonly #sql: Sql;
  /** PostgreSQL lets a session acquire its own lock twice; this set prevents it within the process. */
  readonly #held = new Set<string>();

  /** Opens its connection for the first lock; its socket is also registered in `sockets`. */
  constructor(url: string, sockets?: SocketRegistry) {
    this.#sql = createPool(url, {
      max: 1,
      isPermanent: true,
      name: "chaavi locks",
      sockets: new SocketRegistry(sockets),
    });
  }

  /**
   * Runs the work while holding the lock; returns false without running it if the lock is held elsewhere. A lost
   * connection also releases the lock, so that the correctness of writes must not depend on the lock alone.
   */
  async runWhileHeld({ lock, work }: { lock: SessionLock; work: () => Promise<void> }): Promise<boolean> {
    const heldKey = `${lock.name}:${lock.key}`;
    if (this.#held.has(heldKey)) return false;
    this.#held.add(heldKey);
    try {
      const sql = this.#sql;
      if (!(await this.#withTimeout(tryAcquireSessionLock({ sql, ...lock })))) return false;
      try {
        await work();
      } finally {
        // If this fails, the connection and its locks are lost anyway.
        await this.#withTimeout(releaseSessionLock({ sql, ...lock })).catch(() => {});
      }
      return true;
    } finally {
      this.#held.delete(heldKey);
    }
  }

  /** Lock queries never wait in the database: without an answer within the time-out the network is lost. */
  async #withTimeout<T>(query: Promise<T>): Promise<T> {
    const deadline = setTimeout(() => closeConnections(this.#sql), queryTimeoutMs);
    try {
      return await query;
    } finally {
      clearTimeout(deadline);
    }
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }
}
