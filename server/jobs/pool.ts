// Connection pool of one job worker, with the driver that graphile-worker requires.
import pg from "pg";
import type { SocketRegistry } from "#server/db/sockets.ts";

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/** Opens a pool of `size` connections whose sockets are registered in `sockets`. */
export function openJobPool({ url, size, sockets }: { url: string; size: number; sockets: SocketRegistry }): pg.Pool {
  const pool = new JobPool({
    connectionString: url,
    max: size,
    application_name: "chaavi jobs",
    stream: sockets.create,
  });
  // A lost connection is reported to its next user.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Removes error codes: by its code graphile-worker treats a failed connection as temporary and backs off for up to two
 * minutes. Without a code it fails immediately, and `JobWorker` retries every second.
 *
 * A connection taken with a callback can be released repeatedly: graphile-worker releases that of its listener when it is lost
 * and when the worker stops, and the second error of both at once would end the process.
 */
class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback)
      return super.connect((error, client, done) => callback(error && withoutCode(error), client, releaseOnce(done)));
    return super.connect().catch((error: unknown) => {
      throw withoutCode(error);
    });
  }
}

type Release = (error?: Error | boolean) => void;

/** A pool that has ended passes no function, contrary to its types. */
function releaseOnce(release: Release | undefined): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release?.(error);
  };
}

function withoutCode(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error), { cause: error });
}
