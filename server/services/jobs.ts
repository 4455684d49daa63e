// §7: work that is done after commit, again after a failure, and by another process after a crash.
import type { Tx } from "#server/db/pool.ts";

/** The tasks there are; each is done by the function of that name in server/tasks.ts. */
export type Task = "deliver-messages";

interface Job {
  tx: Tx;
  task: Task;
  /** Ids only: the queue's tables are nobody's to guard. */
  payload: { [name: string]: string | number };
  /** One job of a key waits at a time: another one takes its place, and its time. */
  key?: string;
  /** In how many ms; at once without. */
  delayMs?: number;
}

/** Writes a job in the transaction of what caused it: it runs when that is committed, and never when it is not. */
export async function queueJob({ tx, task, payload, key, delayMs = 0 }: Job): Promise<void> {
  await tx.unsafe(
    `select graphile_worker.add_job($1, payload := $2::json, job_key := $3, run_at := now() + $4::float8 * interval '1 millisecond', max_attempts := 25)`,
    [task, JSON.stringify(payload), key ?? null, delayMs],
    { prepare: true },
  );
}
