// Repeated reads run with a generic plan (server/db/pools.ts): planning takes longer than executing most of them. Where
// the best plan depends on the values, a generic one can be slow; such a statement is planned for each execution.
import { LRUCache } from "lru-cache";

/** A time in ms that an execution only takes with a bad plan, or on a busy machine. */
const slowMs = 50;
/** A time in ms that a busy machine does not explain. */
const badMs = 1_000;
/** A generic plan of which so many of the last executions were slow is not used again for a while. */
const maxSlow = 4;
const countedExecutions = 32;
const plannedEachTimeMs = 10 * 60_000;
const maxStatements = 500;

const slowStatements = new LRUCache<string, true>({ max: maxStatements, ttl: plannedEachTimeMs });
/** Slow executions since the count began, and all of them. */
const counts = new LRUCache<string, { slow: number; all: number }>({ max: maxStatements });

/** True unless the statement's generic plan was repeatedly slow within the last ten minutes. */
export function mayUseGenericPlan(text: string): boolean {
  return !slowStatements.has(text);
}

/** `ms` is the time the database took for an execution with a generic plan. */
export function noteGenericPlan({ text, ms }: { text: string; ms: number }): void {
  let count = counts.get(text);
  if (!count && ms <= slowMs) return;
  if (!count) counts.set(text, (count = { slow: 0, all: 0 }));
  count.all += 1;
  if (ms > slowMs) count.slow += 1;
  if (count.slow >= maxSlow || ms > badMs) slowStatements.set(text, true);
  if (count.slow >= maxSlow || count.all >= countedExecutions) counts.delete(text);
}
