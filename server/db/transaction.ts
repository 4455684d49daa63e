// Transactions that survive the loss of the database, which with the driver alone would end this process.
import { getErrorCode } from "#domain/error-code.ts";
import { isConnectionLost } from "#server/db/availability/connection-lost.ts";
import { announceCommit, collectNotices, type CommitNotices } from "#server/db/after-commit.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** True for a lock time-out; the transaction was rolled back. */
export function isLockTimeout(error: unknown): boolean {
  return getErrorCode(error) === "55P03";
}

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
 * Runs work in a transaction. When its connection is lost, the driver rejects the transaction and then would still send what the work
 * sends, and the rollback of its failure, on a connection that is closed or already belongs to another transaction.
 */
export async function runTransaction<T>({ sql, work }: { sql: Sql; work: (tx: Tx) => Promise<T> }): Promise<T> {
  const statements = new TransactionStatements();
  const requestedAt = performance.now();
  const notices: CommitNotices = new Map();
  const observe = waitObservers.get(sql);
  const last: Promise<unknown>[] = [];
  try {
    // The driver would await the elements of a result that is an array.
    const { result } = await sql.begin(async (tx) => {
      observe?.((performance.now() - requestedAt) / 1000);
      const guarded = guardTransaction({ tx, statements, notices });
      lastStatements.set(guarded, last);
      return { result: await rejectWhileActive({ work: work(guarded), statements }) };
    });
    // The commit of a transaction in which a statement has failed is a rollback, and no error.
    await Promise.all(last);
    announceCommit(sql, notices);
    return result;
  } finally {
    statements.isEnded = true;
  }
}

/** What the driver's query has, and its types do not. */
interface DriverQuery extends Promise<unknown> {
  /** Sends it, or keeps it until the connection has answered what was sent before. */
  handler: (query: DriverQuery) => void;
  reject: (error: unknown) => void;
}

const isDriverQuery = (value: unknown): value is DriverQuery =>
  value instanceof Promise && "handler" in value && "reject" in value;

/**
 * The statements of a transaction, until it is over: by then each has settled, and no other one is sent. The driver neither sends nor
 * rejects those that it keeps when the connection is lost, and takes further ones, which cost the pool this connection.
 */
class TransactionStatements {
  readonly #sent: DriverQuery[] = [];
  isEnded = false;

  assertActive(): void {
    if (this.isEnded) throw transactionOver();
  }

  /** Of a statement or a part of one. */
  guard(query: DriverQuery): void {
    const send = query.handler;
    const sendWhileActive = (): void => {
      // Created before the end, and sent after it.
      if (this.isEnded) return query.reject(transactionOver());
      this.#sent.push(query);
      send(query);
    };
    // Not assigned as it is written: V8 would allocate it in the old generation, which keeps all that it refers to.
    query.handler = sendWhileActive;
    // Ahead of what the work does with the error. Not the method of the query, which would send it.
    void Promise.prototype.then.call(query, undefined, (error: unknown) => {
      if (isConnectionLost(error)) this.lose(error);
    });
  }

  /** Ends it with the connection. */
  lose(error: unknown): void {
    if (this.isEnded) return;
    this.isEnded = true;
    // No effect on those that have settled.
    for (const query of this.#sent) query.reject(error);
  }
}

const transactionOver = (): Error => new Error("The transaction is over.");

async function rejectWhileActive<T>({
  work,
  statements,
}: {
  work: Promise<T>;
  statements: TransactionStatements;
}): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // Never settles, so that the driver does not roll back what is over.
    if (statements.isEnded) await new Promise(() => {});
    throw error;
  }
}

interface GuardedTransaction {
  tx: Tx;
  statements: TransactionStatements;
  notices: CommitNotices;
}

function guardTransaction({ tx, statements, notices }: GuardedTransaction): Tx {
  const guard = (result: unknown): unknown => {
    if (isDriverQuery(result)) statements.guard(result);
    return result;
  };
  const guarded = new Proxy(tx, {
    apply(target, self, args) {
      statements.assertActive();
      return guard(Reflect.apply(target, self, args));
    },
    get(target, name) {
      statements.assertActive();
      // The driver rolls back to a savepoint as it rolls back a transaction.
      if (name === "savepoint") return createSavepoint({ tx: target, statements, notices });
      if (name === "unsafe") return (...args: Parameters<Tx["unsafe"]>) => guard(target.unsafe(...args));
      const value: unknown = Reflect.get(target, name);
      return value;
    },
  });
  collectNotices(guarded, notices);
  return guarded;
}

function createSavepoint({ tx, statements, notices }: GuardedTransaction) {
  return async <T>(work: (inner: Tx) => Promise<T>): Promise<T> => {
    let failure: unknown;
    try {
      const { result } = await tx.savepoint(async (inner) => {
        const running = work(guardTransaction({ tx: inner, statements, notices }));
        running.catch((error: unknown) => (failure = error));
        return { result: await rejectWhileActive({ work: running, statements }) };
      });
      return result;
    } catch (error) {
      // Of a statement of the driver itself, which is not guarded.
      if (error !== failure && isConnectionLost(error)) statements.lose(error);
      throw error;
    }
  };
}
