// For effects that follow a commit asynchronously: retries the check until it passes, and throws its last error at the
// time-out.
import { setTimeout as wait } from "node:timers/promises";

const retryIntervalMs = 25;

export async function eventually<T>(check: () => Promise<T> | T, { timeoutMs = 20_000 } = {}): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(retryIntervalMs);
    }
  }
}
