import postgres from "postgres";
import { PlainError } from "#server/plain-error.ts";

export type Sql = postgres.Sql;
export type Reserved = postgres.ReservedSql;
export type Tx = postgres.TransactionSql;

export interface PoolOptions {
  /** The most connections at a time. */
  max?: number;
  /** Longest time one statement may take, in ms; 0 is for ever. */
  statementTimeout?: number;
  /** The name this process goes by in pg_stat_activity. */
  name?: string;
}

const oldestServer = 15;

/**
 * A pool of connections to the PostgreSQL at `url`; opens none before the first query.
 * Rows come as: int8 and numeric → number, timestamptz → Date, date → 'YYYY-MM-DD', json → its value.
 * The session's zone is UTC.
 */
export function connect(url: string, options: PoolOptions = {}): Sql {
  const { max = 10, statementTimeout = 15_000, name = "chaavi" } = options;
  return postgres(url, {
    max,
    connect_timeout: 10,
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 2),
    onnotice: () => {},
    connection: {
      application_name: name,
      TimeZone: "UTC",
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 60_000,
      // Many ask little at a time: starting helpers takes longer than what they would help with, and the others wait meanwhile.
      max_parallel_workers_per_gather: 0,
    },
    types: {
      integer: { to: 20, from: [20], serialize: String, parse: Number },
      numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
      // A calendar day has no zone: as a Date it would shift by one for half of the world.
      day: { to: 1082, from: [1082], serialize: String, parse: String },
    },
  }) as unknown as Sql;
}

/** Makes sure that a PostgreSQL we can work with answers at the other end; throws PlainError. */
export async function checkServer({ sql, url }: { sql: Sql; url: string }): Promise<void> {
  const version = await versionOf({ sql, url });
  if (version < oldestServer) {
    throw new PlainError(
      `The PostgreSQL at ${addressOf(url)} is version ${version}. Chaavi needs ${oldestServer} or newer: upgrade it, or leave DATABASE_URL out to use the one that comes with Chaavi.`,
    );
  }
}

async function versionOf({ sql, url }: { sql: Sql; url: string }): Promise<number> {
  try {
    const [row] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
    return Math.floor((row?.number ?? 0) / 10_000);
  } catch (error) {
    throw new PlainError(
      `The database at ${addressOf(url)} cannot be used (${reasonOf(error)}). Check DATABASE_URL and that PostgreSQL is running, or leave DATABASE_URL out.`,
    );
  }
}

/** Host, port and database of an address, never its password. */
export function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host || "the local socket"}${pathname}`;
  } catch {
    return "DATABASE_URL";
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const words: { [code: string]: string } = {
    ECONNREFUSED: "nobody answers there",
    CONNECT_TIMEOUT: "no answer within 10 seconds",
    ENOTFOUND: "no such host",
    EAI_AGAIN: "no such host",
    "28P01": "wrong user or password",
    "28000": "this user may not log in",
    "3D000": "no such database",
  };
  return words[code ?? ""] ?? message ?? "unknown reason";
}
