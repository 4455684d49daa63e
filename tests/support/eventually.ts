// For what happens by itself after a commit: asked again until it holds, and told with its own words where it never does.
import { setTimeout as wait } from "node:timers/promises";

const everyMs = 25;

export async function eventually<T>(check: () => Promise<T> | T, { withinMs = 10_000 } = {}): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(everyMs);
    }
  }
}
