// Detects a database host without network, whose connections are not closed, so that requests would wait for minutes; and one that is
// a standby now, whose connections would stay open and reject every write.
import { setTimeout as wait } from "node:timers/promises";
import { createPool, closeConnections, type Sql } from "#server/db/pool.ts";

export interface HeartbeatOptions {
  url: string;
  /** Pools whose connections are closed if the database stops answering or is a standby, including all that share their sockets. */
  pools: readonly Sql[];
  log: (line: string) => void;
  /** Whether it is a standby by its purpose. */
  isReplica?: boolean;
  intervalMs?: number;
  timeoutMs?: number;
}

/**
 * Queries the database every `intervalMs` on a separate connection. Without an answer within `timeoutMs`, closes all
 * connections of `pools`, so that requests fail with SERVICE_UNAVAILABLE and new connections are opened; also if it is a
 * standby. Returns a function that stops the heartbeat.
 */
export function startHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { url, pools, log, isReplica = false, intervalMs = 3_000, timeoutMs = 10_000 } = options;
  const heartbeatSql = createPool(url, { max: 1, name: "chaavi heartbeat" });
  const name = isReplica ? "The replica" : "The database";
  const stopped = new AbortController();
  let isSilent = false;
  let isStandby = false;

  async function beat(): Promise<void> {
    const deadline = new AbortController();
    const response = heartbeatSql<{ isStandby: boolean }[]>`select pg_is_in_recovery() as "isStandby"`.then(
      ([row]) => (row?.isStandby && !isReplica ? ("standby" as const) : ("answered" as const)),
      // An error is also an answer: the driver has closed that connection itself.
      () => "refused" as const,
    );
    const timeout = wait(timeoutMs, "silent" as const, { ref: false, signal: deadline.signal });
    const outcome = await Promise.race([response, timeout]);
    deadline.abort();
    timeout.catch(() => {});
    if (outcome === "silent" || outcome === "standby")
      for (const pool of [heartbeatSql, ...pools]) closeConnections(pool);
    if (outcome === "silent" && !isSilent) log(`${name} has not answered for ${timeoutMs / 1_000} seconds`);
    if (outcome === "answered" && isSilent) log(`${name} answers again`);
    if (outcome === "standby" && !isStandby) log(`${name} is a standby: connecting again until it is the primary`);
    if (outcome !== "refused") isSilent = outcome === "silent";
    isStandby = outcome === "standby";
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
