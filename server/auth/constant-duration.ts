// Minimum durations for responses whose timing must not disclose whether there was something to do.
import { setTimeout as wait } from "node:timers/promises";

/** Runs the work and settles no earlier than after `ms`, also if it throws. */
export async function runWithMinDuration<T>({ ms, work }: { ms: number; work: () => Promise<T> }): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), wait(ms)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
