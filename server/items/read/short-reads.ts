// Reads that take few milliseconds share two connections, on which each is sent without waiting for the answer to the one before: waking a
// process of PostgreSQL takes longer than such a read. See docs/decisions/037-plans-and-round-trips.md.
import { LRUCache } from "lru-cache";
import { getErrorCode } from "#domain/error-code.ts";
import { isConnectionLost } from "#server/db/availability/connection-lost.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { getGenericPlanPool, getShortReadPool, runWithReadShare, shortReads } from "#server/db/pools.ts";

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
  const shared = getShortReadPool(sql);
  if (shared && shared.running < shortReads.maxRunning && isShortRead(text)) {
    const rows = await runWithReadShare(shared.pool, async () => {
      shared.running += 1;
      try {
        return await run(shared.pool);
      } catch (error) {
        if (!isGivenUp(error)) throw error;
        forgetReadTimes(text);
        return undefined;
      } finally {
        shared.running -= 1;
      }
    });
    if (rows !== undefined) return rows;
  }
  const pool = getGenericPlanPool(sql);
  return runWithReadShare(pool, async () => run(pool));
}

/** PostgreSQL's time-outs of a statement and a lock, or a connection that was lost by whatever one of its reads did. */
const isGivenUp = (error: unknown): boolean =>
  ["57014", "55P03"].includes(getErrorCode(error) ?? "") || isConnectionLost(error);
