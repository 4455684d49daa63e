// Closes the streams and sockets of a session when the session ends, on any server.
import { isUuid } from "#domain/schema/stored-value.ts";
import type { Sql } from "#server/db/pool.ts";

/** Notified by the trigger of migration 0017, with the family of the session. */
const channel = "session_ended";

export class SessionWatch {
  readonly #sql: Sql;
  readonly #endHandlers = new Map<string, Set<() => void>>();
  #stop: (() => Promise<void>) | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Starts listening; after a lost connection it looks up sessions that ended meanwhile. */
  async start(): Promise<void> {
    let isReconnect = false;
    const { unlisten } = await this.#sql.listen(
      channel,
      (family) => this.#end(family),
      () => {
        if (isReconnect) void this.#endMissed().catch(() => {});
        isReconnect = true;
      },
    );
    this.#stop = unlisten;
  }

  async stop(): Promise<void> {
    await this.#stop?.().catch(() => {});
  }

  /**
   * Calls `onEnd` when the session `family` ends; returns a function that stops watching. Static tokens have no family.
   */
  watch({ family, onEnd }: { family: string | null; onEnd: () => void }): () => void {
    if (family === null) return () => {};
    const handlers = this.#endHandlers.get(family) ?? new Set();
    this.#endHandlers.set(family, handlers.add(onEnd));
    return () => {
      handlers.delete(onEnd);
      if (handlers.size === 0 && this.#endHandlers.get(family) === handlers) this.#endHandlers.delete(family);
    };
  }

  #end(family: string): void {
    for (const end of this.#endHandlers.get(family) ?? []) end();
  }

  async #endMissed(): Promise<void> {
    const families = [...this.#endHandlers.keys()].filter(isUuid);
    const ended = await this.#sql<{ family: string }[]>`
      select distinct family from sessions where family = any(${families}::uuid[]) and ended_at is not null`;
    for (const { family } of ended) this.#end(family);
  }
}
