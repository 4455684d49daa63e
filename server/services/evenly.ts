// Answers that must not tell by their time whether there was something to do.
import { setTimeout as wait } from "node:timers/promises";

/** Runs the work and answers no earlier than after `ms`, also where it refuses. */
export async function evenly<T>({ ms, work }: { ms: number; work: () => Promise<T> }): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), wait(ms)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
