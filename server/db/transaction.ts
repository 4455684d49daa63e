// A transaction that outlives the database: the driver alone would take this process with it.
import { setTimeout as wait } from "node:timers/promises";
import type { Sql, Tx } from "#server/db/pool.ts";

/** What the driver or a PostgreSQL on its way out says when a connection is gone. */
const gone = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
]);

export function isConnectionGone(error: unknown): boolean {
  return gone.has((error as { code?: string } | null)?.code ?? "");
}

/** By then the driver has noticed that the connection is gone and refused the transaction itself. */
const noticedAfterMs = 5_000;

/**
 * Runs one piece of work in one transaction. Where the connection is lost on the way, the driver would write its rollback
 * to a socket that is no more, from where nothing can be caught: so its failure is held back until the driver has refused
 * the transaction by itself, and whatever of the work is still running then can send nothing.
 */
export async function transaction<T>({ sql, work }: { sql: Sql; work: (tx: Tx) => Promise<T> }): Promise<T> {
  let isOver = false;
  try {
    const ended = (): boolean => isOver;
    return (await sql.begin((tx) => heldBack({ work: work(guarded({ tx, ended })), ended }))) as T;
  } finally {
    isOver = true;
  }
}

async function heldBack<T>({ work, ended }: { work: Promise<T>; ended: () => boolean }): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isConnectionGone(error)) await wait(noticedAfterMs, undefined, { ref: false });
    // For ever: the connection may by now be somebody else's, who must not get our rollback.
    if (ended()) await new Promise(() => {});
    throw error;
  }
}

function guarded({ tx, ended }: { tx: Tx; ended: () => boolean }): Tx {
  const check = (): void => {
    if (ended()) throw new Error("The transaction is over.");
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      check();
      return Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args);
    },
    get(target, name) {
      check();
      return Reflect.get(target, name) as unknown;
    },
  });
}
