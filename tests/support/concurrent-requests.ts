// For tests of concurrent requests: their effect on the database, and the same server without limits as a control.
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { testConfig } from "#tests/support/app.ts";
import { createAccessToken } from "#tests/support/tokens.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";

export interface LoadResponse {
  status: number;
  code: string | undefined;
  retryAfter: unknown;
}

export interface LoadRequest {
  server: FastifyInstance;
  user?: { id: string };
  method?: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  address?: string;
}

export async function sendRequest({
  server,
  user,
  method = "GET",
  path,
  body,
  address = "203.0.113.9",
}: LoadRequest): Promise<LoadResponse> {
  const token = user && (await createAccessToken(user));
  const response = await server.inject({
    method,
    url: path,
    remoteAddress: address,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const errors =
    response.statusCode < 400 ? [] : response.json<{ errors: { extensions: { code: string } }[] }>().errors;
  return {
    status: response.statusCode,
    code: errors[0]?.extensions.code,
    retryAfter: response.headers["retry-after"],
  };
}

export const repeat = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index));

/** The same server with a single pool of this size: no shares, no request limits, no lock time-outs. */
export async function startAppWithoutLimits({
  url,
  poolSize,
}: {
  url: string;
  poolSize: number;
}): Promise<FastifyInstance> {
  const sql = createPool(url, { max: poolSize });
  const app = await buildApp({ sql, config: { ...testConfig, requestsPerPerson: 0, requestsPerAddress: 0 } });
  beforeDatabaseCleanup(async () => {
    await app.close();
    await sql.end({ timeout: 5 });
  });
  return app;
}

export interface LockControl {
  /** Takes locks in a separate transaction until the returned function is called. */
  hold: (statement: string) => Promise<() => Promise<void>>;
  /** How many connections are waiting for a lock now. */
  countWaiting: () => Promise<number>;
}

/** Locks held outside the server's own connections. */
export function createLockControl({ url }: { url: string }): LockControl {
  const sql: Sql = createPool(url, { max: 4 });
  beforeDatabaseCleanup(() => sql.end());
  async function hold(statement: string): Promise<() => Promise<void>> {
    const holder = await sql.reserve();
    await holder.unsafe(`begin; ${statement}`).simple();
    return async () => {
      await holder`rollback`;
      holder.release();
    };
  }
  // Shared connections give up after some milliseconds (`shortReads` of server/db/pools.ts).
  async function countWaiting(): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name <> 'chaavi short reads'`;
    return row!.count;
  }
  return { hold, countWaiting };
}
