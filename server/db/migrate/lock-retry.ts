// Waiting for locked tables: briefly, so that other statements do not queue behind the migration, and repeatedly.
import { getErrorCode } from "#domain/error-code.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { Reserved } from "#server/db/pool.ts";

export interface LockRetryOptions {
  /** Maximum wait for one lock in ms. */
  lockTimeoutMs: number;
  maxAttempts: number;
  /** Pause between attempts in ms. */
  delayMs: number;
}

/** True for a lock time-out and a deadlock; the attempt was rolled back. */
export function isLocked(error: unknown): boolean {
  return ["55P03", "40P01"].includes(getErrorCode(error) ?? "");
}

/** Runs `work` in a transaction; again if a table was locked for too long. */
export async function repeatLocked({
  connection,
  lockRetry: { lockTimeoutMs, maxAttempts, delayMs },
  work,
}: {
  connection: Reserved;
  lockRetry: LockRetryOptions;
  work: () => Promise<void>;
}): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await connection`begin`;
    try {
      await connection.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
      await work();
      await connection`commit`;
      return;
    } catch (error) {
      await connection`rollback`.catch(() => {});
      if (!isLocked(error) || attempt === maxAttempts) throw error;
      await wait(delayMs);
    }
  }
}
