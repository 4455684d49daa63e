// How long the primary accepts no commit: a commit is tried all the time, through the proxy.
import { setTimeout as wait } from "node:timers/promises";
import { createPool, closeConnections, type Sql } from "#server/db/pool.ts";

const pauseMs = 50;
/** Without an answer for this long, the connection is closed and another one tried. */
const answerTimeoutMs = 1_000;

export class WriteProbe {
  readonly #sql: Sql;
  readonly #running: Promise<void>;
  #hasStopped = false;
  #committedAt = performance.now();
  #longestMs = 0;

  constructor(url: string) {
    this.#sql = createPool(url, { max: 1, name: "probe" });
    this.#running = this.#run();
  }

  /** The longest time without a commit since the last call. */
  takeLongestMs(): number {
    const longest = Math.max(this.#longestMs, performance.now() - this.#committedAt);
    this.#longestMs = 0;
    return Math.round(longest);
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    await this.#running;
    await this.#sql.end({ timeout: 1 });
  }

  async #run(): Promise<void> {
    while (!this.#hasStopped) {
      const deadline = setTimeout(() => closeConnections(this.#sql), answerTimeoutMs);
      const isCommitted = await this.#commit().finally(() => clearTimeout(deadline));
      if (isCommitted) {
        const now = performance.now();
        this.#longestMs = Math.max(this.#longestMs, now - this.#committedAt);
        this.#committedAt = now;
      }
      await wait(pauseMs);
    }
  }

  /** A commit that writes to the log, so that the standby confirms it, and to no table. */
  #commit(): Promise<boolean> {
    return this.#sql`select pg_logical_emit_message(true, 'probe', '')`.then(
      () => true,
      () => false,
    );
  }
}
