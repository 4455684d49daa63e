import { getErrorCode } from "#domain/error-code.ts";
import postgres from "postgres";
import { declareArrayTypes } from "#server/db/driver/array-types.ts";
import { boundQueues } from "#server/db/driver/queues.ts";
import { SocketRegistry } from "#server/db/sockets.ts";
import { OperatorError } from "#server/operator-error.ts";

export type Sql = postgres.Sql;
export type Reserved = postgres.ReservedSql;
export type Tx = postgres.TransactionSql;

export interface PoolOptions {
  /** Maximum number of connections. */
  max?: number;
  /** Statement time-out in ms; 0 is unlimited. */
  statementTimeoutMs?: number;
  /** Lock time-out in ms; 0, the default, is unlimited. */
  lockTimeoutMs?: number;
  /** Application name in pg_stat_activity. */
  name?: string;
  /** Prepared statements are planned once, without their values, instead of for each execution. */
  hasGenericPlans?: boolean;
  /** Rows are found by an index also in a table that has few when a statement is planned: it may grow before the next plan. */
  avoidsTableScans?: boolean;
  /** Registry of its sockets; a new one by default. */
  sockets?: SocketRegistry;
  /** Connections are never renewed, for state that belongs to a connection, such as a lock. */
  isPermanent?: boolean;
}

const minServerVersion = 15;
const registries = new WeakMap<Sql, SocketRegistry>();

/**
 * Makes the first message of a connection longer than the 1,024 bytes up to which the driver postgres 3.4 buffers what
 * it sends. A connection that was lost with a message buffered never sends the buffer by itself again, also not that of
 * its successor: it would hang until a time-out. This way it is sent at once, PostgreSQL rejects it because of the rest
 * in front of it, and the driver connects again with an empty buffer. PostgreSQL ignores the spaces.
 */
const longStartupOptions = " ".repeat(1_024);

/**
 * Creates a connection pool; connections are opened on demand. Result types: int8 and numeric → number, timestamptz →
 * Date, date → 'YYYY-MM-DD', json → its value. The time zone of the session is UTC.
 */
export function createPool(url: string, options: PoolOptions = {}): Sql {
  const { max = 10, statementTimeoutMs = 15_000, lockTimeoutMs = 0, name = "chaavi", isPermanent = false } = options;
  const { sockets = new SocketRegistry(), hasGenericPlans = false, avoidsTableScans = false } = options;
  const driverOptions = {
    // Missing in the driver's types.
    socket: sockets.open,
    max,
    connect_timeout: 10,
    ...(isPermanent ? { max_lifetime: null, idle_timeout: 0 } : {}),
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 2),
    onnotice: () => {},
    fetch_types: false,
    connection: {
      application_name: name,
      TimeZone: "UTC",
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      ...(hasGenericPlans ? { plan_cache_mode: "force_generic_plan" } : {}),
      ...(avoidsTableScans ? { enable_seqscan: "off" } : {}),
      idle_in_transaction_session_timeout: 60_000,
      options: longStartupOptions,
      // Limits the time until PostgreSQL detects a lost client and releases its locks.
      tcp_keepalives_idle: 15,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
      tcp_user_timeout: 30_000,
      // Most queries are small: starting parallel workers would take longer than they save and delay other queries. A
      // text, since the driver omits a numeric 0.
      max_parallel_workers_per_gather: "0",
      // Compiling a statement takes longer than it saves. With tables large enough, PostgreSQL would by default.
      jit: "off",
      // Indexes are in memory or on flash.
      random_page_cost: 1.1,
    },
    types: {
      integer: { to: 20, from: [20], serialize: String, parse: Number },
      numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
      // A calendar date has no time zone: as a Date it could shift by one day.
      day: { to: 1082, from: [1082], serialize: String, parse: String },
    },
  };
  const sql: Sql = postgres(url, driverOptions);
  declareArrayTypes(sql);
  boundQueues(sql);
  reserveOpenConnections(sql);
  registries.set(sql, sockets);
  return sql;
}

/**
 * Lets `reserve` find an open connection: without fetched types the driver never hands over one that it opens for `reserve`.
 * Right after its answer the connection is free, or nothing is left to open since other queries wait.
 */
function reserveOpenConnections(sql: Sql): void {
  const reserve = sql.reserve.bind(sql);
  sql.reserve = async () => {
    await sql`select 1`;
    return reserve();
  };
}

/** Closes all connections of this pool and of pools that share its sockets; new ones are opened on demand. */
export function closeConnections(sql: Sql): void {
  socketsOf(sql).destroyAll();
}

/** Socket registry of this pool; other connections of the server to the same database should use it too. */
export function socketsOf(sql: Sql): SocketRegistry {
  return registries.get(sql)!;
}

/** Checks that a supported PostgreSQL is reachable; throws OperatorError. */
export async function checkServer({ sql, url }: { sql: Sql; url: string }): Promise<void> {
  const version = await getServerVersion({ sql, url });
  if (version < minServerVersion) {
    throw new OperatorError(
      `The PostgreSQL at ${describeDatabaseUrl(url)} is version ${version}. Chaavi needs ${minServerVersion} or newer: upgrade it, or leave DATABASE_URL out to use the one that comes with Chaavi.`,
    );
  }
}

async function getServerVersion({ sql, url }: { sql: Sql; url: string }): Promise<number> {
  try {
    const [row] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
    return Math.floor((row?.number ?? 0) / 10_000);
  } catch (error) {
    throw new OperatorError(
      `The database at ${describeDatabaseUrl(url)} cannot be used (${getReason(error)}). Check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out.`,
    );
  }
}

/** Returns host, port and database of a connection URL, without its password. */
export function describeDatabaseUrl(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host || "the local socket"}${pathname}`;
  } catch {
    return "DATABASE_URL";
  }
}

function getReason(error: unknown): string {
  const code = getErrorCode(error);
  const message = error instanceof Error ? error.message : undefined;
  const reasons: { [code: string]: string } = {
    ECONNREFUSED: "connection refused",
    CONNECT_TIMEOUT: "no answer within 10 seconds",
    ENOTFOUND: "no such host",
    EAI_AGAIN: "no such host",
    "28P01": "wrong user or password",
    "28000": "this user may not log in",
    "3D000": "no such database",
  };
  return reasons[code ?? ""] ?? message ?? "unknown reason";
}
