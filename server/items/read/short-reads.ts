// Reads that take few milliseconds share two connections, on which each is sent without waiting for the answer to the one before: waking a
// process of PostgreSQL takes longer than such a read. See docs/decisions/037-plans-and-round-trips.md.
import { LRUCache } from "lru-cache";
import { getErrorCode } from "#domain/error-code.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { getGenericPlanPool, getShortReadPool, runWithReadShare, shortReadTimeoutMs } from "#server/db/pools.ts";

/** Longest average time in ms of a short read. */
const shortMs = 5;
/** A longer execution ends what is known of a statement. */
const longMs = 50;
/** Executions of which the average is known, and over which it is taken. */
const averagedExecutions = 16;
const maxStatements = 500;

const averages = new LRUCache<string, { executions: number; ms: number }>({ max: maxStatements });

/** `ms` is the time the database took for an execution. */
export function noteReadTime({ text, ms }: { text: string; ms: number }): void {
  if (ms > longMs) return forgetReadTimes(text);
  let average = averages.get(text);
  if (!average) averages.set(text, (average = { executions: 0, ms: 0 }));
  average.executions = Math.min(average.executions + 1, averagedExecutions);
  average.ms += (ms - average.ms) / average.executions;
}

export function isShortRead(text: string): boolean {
  const average = averages.get(text);
  return average !== undefined && average.executions >= averagedExecutions && average.ms <= shortMs;
}

const forgetReadTimes = (text: string): void => void averages.delete(text);

/** Runs a repeated read, by the shared connections if it has been short so far; `run` may be called twice. */
export async function readRepeated<Rows>({
  sql,
  text,
  run,
}: {
  sql: Sql | Tx;
  text: string;
  run: (connection: Sql | Tx) => PromiseLike<Rows>;
}): Promise<Rows> {
  const shared = isShortRead(text) ? getShortReadPool(sql) : undefined;
  if (shared) {
    const rows = await runWithReadShare(shared, () => waitShortly(run(shared)));
    if (rows !== undefined) return rows;
    forgetReadTimes(text);
  }
  const pool = getGenericPlanPool(sql);
  return runWithReadShare(pool, async () => run(pool));
}

/** Undefined if the read, or one before it on its connection, takes too long. */
async function waitShortly<Rows>(query: PromiseLike<Rows>): Promise<Rows | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), shortReadTimeoutMs);
  try {
    return await Promise.race([query, timeout.promise]);
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** PostgreSQL's time-out of a statement or a lock. */
const isTimeout = (error: unknown): boolean => ["57014", "55P03"].includes(getErrorCode(error) ?? "");
