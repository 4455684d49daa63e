// Repeated reads run with a generic plan (server/db/pools.ts): planning takes longer than executing most of them. Where
// the best plan depends on the values, a generic one can be slow; such a statement is planned for each execution.
import { LRUCache } from "lru-cache";

/** A generic plan that takes longer is not used again for a while. */
const slowPlanMs = 50;
const plannedEachTimeMs = 10 * 60_000;
const maxStatements = 500;

const slowStatements = new LRUCache<string, true>({ max: maxStatements, ttl: plannedEachTimeMs });

/** True unless the statement's generic plan was slow within the last ten minutes. */
export function mayUseGenericPlan(text: string): boolean {
  return !slowStatements.has(text);
}

/** `ms` is the time the database took for an execution with a generic plan. */
export function noteGenericPlan({ text, ms }: { text: string; ms: number }): void {
  if (ms > slowPlanMs) slowStatements.set(text, true);
}
