// Transactions that survive the loss of the database, which with the driver alone would end this process.
import { getErrorCode } from "#domain/error-code.ts";
import { setTimeout as wait } from "node:timers/promises";
import { isConnectionLost } from "#server/db/availability/connection-lost.ts";
import { announceCommit, collectNotices, type CommitNotices } from "#server/db/after-commit.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** True for a lock time-out; the transaction was rolled back. */
export function isLockTimeout(error: unknown): boolean {
  return getErrorCode(error) === "55P03";
}

/** Time in which the driver detects the lost connection and rejects the transaction itself. */
const lostConnectionGraceMs = 5_000;

/** Statements that were sent for the end of a transaction, by transaction. */
const lastStatements = new WeakMap<object, Promise<unknown>[]>();

/**
 * Sends a statement on which nothing before the commit depends, in the same round trip as the commit. If it fails, PostgreSQL rolls
 * the transaction back, and `runTransaction` throws its error. The result returns the answer, to be read after the transaction.
 */
export async function sendWithCommit<T extends readonly object[]>(
  tx: Tx,
  statement: Promise<T> & { execute: () => Promise<T> },
): Promise<() => Promise<T>> {
  // Sent before this function returns, and so before the driver sends the commit.
  const answer = statement.execute();
  answer.catch(() => {});
  const last = lastStatements.get(tx);
  if (last) last.push(answer);
  // In a savepoint, or in a transaction of another kind.
  else await answer;
  return () => answer;
}

const waitObservers = new WeakMap<Sql, (seconds: number) => void>();

/** Reports the time each transaction of this pool waits for its connection and start. */
export function observeTransactionWait(sql: Sql, observe: (seconds: number) => void): void {
  waitObservers.set(sql, observe);
}

/**
 * Runs work in a transaction. After a lost connection the driver would write its rollback to a destroyed socket, which
 * throws an error that cannot be caught. So the failure is delayed until the driver has rejected the transaction
 * itself, and work that is still running then cannot send queries.
 */
export async function runTransaction<T>({ sql, work }: { sql: Sql; work: (tx: Tx) => Promise<T> }): Promise<T> {
  let hasEnded = false;
  const requestedAt = performance.now();
  const notices: CommitNotices = new Map();
  const observe = waitObservers.get(sql);
  const last: Promise<unknown>[] = [];
  try {
    const isEnded = (): boolean => hasEnded;
    // The driver would await the elements of a result that is an array.
    const { result } = await sql.begin(async (tx) => {
      observe?.((performance.now() - requestedAt) / 1000);
      const guarded = guardTransaction({ tx, isEnded, notices });
      lastStatements.set(guarded, last);
      return { result: await rejectWhenEnded({ work: work(guarded), isEnded }) };
    });
    // The commit of a transaction in which a statement has failed is a rollback, and no error.
    await Promise.all(last);
    announceCommit(sql, notices);
    return result;
  } finally {
    hasEnded = true;
  }
}

async function rejectWhenEnded<T>({ work, isEnded }: { work: Promise<T>; isEnded: () => boolean }): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isConnectionLost(error)) await wait(lostConnectionGraceMs, undefined, { ref: false });
    // Never settles: the connection may already belong to another transaction, which must not receive this rollback.
    if (isEnded()) await new Promise(() => {});
    throw error;
  }
}

interface GuardedTransaction {
  tx: Tx;
  isEnded: () => boolean;
  notices: CommitNotices;
}

function guardTransaction({ tx, isEnded, notices }: GuardedTransaction): Tx {
  const assertActive = (): void => {
    if (isEnded()) throw new Error("The transaction is over.");
  };
  const guarded = new Proxy(tx, {
    apply(target, self, args) {
      assertActive();
      const result: unknown = Reflect.apply(target, self, args);
      return result;
    },
    get(target, name) {
      assertActive();
      // The driver rolls back to a savepoint as it rolls back a transaction.
      if (name === "savepoint") return createSavepoint({ tx: target, isEnded, notices });
      const value: unknown = Reflect.get(target, name);
      return value;
    },
  });
  collectNotices(guarded, notices);
  return guarded;
}

function createSavepoint({ tx, isEnded, notices }: GuardedTransaction) {
  return async <T>(work: (inner: Tx) => Promise<T>): Promise<T> => {
    const { result } = await tx.savepoint(async (inner) => ({
      result: await rejectWhenEnded({ work: work(guardTransaction({ tx: inner, isEnded, notices })), isEnded }),
    }));
    return result;
  };
}
