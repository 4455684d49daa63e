// Detects a database host without network: its connections are not closed, so that requests would wait for minutes.
import { setTimeout as wait } from "node:timers/promises";
import { createPool, closeConnections, type Sql } from "#server/db/pool.ts";

export interface HeartbeatOptions {
  url: string;
  /** Pools whose connections are closed if the database stops answering, including all that share their sockets. */
  pools: readonly Sql[];
  log: (line: string) => void;
  intervalMs?: number;
  timeoutMs?: number;
}

/**
 * Queries the database every `intervalMs` on a separate connection. Without an answer within `timeoutMs`, closes all
 * connections of `pools`, so that requests fail with SERVICE_UNAVAILABLE and new connections are opened. Returns a
 * function that stops the heartbeat.
 */
export function startHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { url, pools, log, intervalMs = 3_000, timeoutMs = 10_000 } = options;
  const heartbeatSql = createPool(url, { max: 1, name: "chaavi heartbeat" });
  const stopped = new AbortController();
  let isSilent = false;

  async function beat(): Promise<void> {
    const deadline = new AbortController();
    const response = heartbeatSql`select 1`.then(
      () => "answered" as const,
      // An error is also an answer: the driver has closed that connection itself.
      () => "refused" as const,
    );
    const timeout = wait(timeoutMs, "silent" as const, { ref: false, signal: deadline.signal });
    const outcome = await Promise.race([response, timeout]);
    deadline.abort();
    timeout.catch(() => {});
    if (outcome === "silent") for (const pool of [heartbeatSql, ...pools]) closeConnections(pool);
    if (outcome === "silent" && !isSilent) log(`The database has not answered for ${timeoutMs / 1_000} seconds`);
    if (outcome === "answered" && isSilent) log("The database answers again");
    if (outcome !== "refused") isSilent = outcome === "silent";
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await beat();
      await wait(intervalMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {});
    }
  }

  const running = run();
  return async () => {
    stopped.abort();
    closeConnections(heartbeatSql);
    await running;
    await heartbeatSql.end({ timeout: 0 });
  };
}
