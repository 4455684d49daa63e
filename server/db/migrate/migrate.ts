import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { releaseConnectionLocks, tryAcquireConnectionLockSql } from "#server/db/locks.ts";
import { isLocked, type LockRetryOptions } from "#server/db/migrate/lock-retry.ts";
import { type Migration, migrationsFolder, readMigrations } from "#server/db/migrate/migration-files.ts";
import { type WidenOptions, widenIds } from "#server/db/migrate/widen-ids.ts";
import type { Reserved, Sql } from "#server/db/pool.ts";
import { splitStatements } from "#server/db/sql-statements.ts";
import { OperatorError } from "#server/operator-error.ts";

const pollMs = 200;

/** Migrations that SQL alone cannot express, by the name in their header; repeatable after an interruption. */
const programs: { readonly [name: string]: (options: WidenOptions) => Promise<void> } = { "widen-ids": widenIds };

const defaultLockRetry: LockRetryOptions = { lockTimeoutMs: 2_000, maxAttempts: 60, delayMs: 1_000 };

export interface MigrateOptions {
  sql: Sql;
  folder?: string;
  /** Stops after the migration with this name. */
  upTo?: string;
  lockRetry?: LockRetryOptions;
  log?: (line: string) => void;
}

/**
 * Applies all pending migrations in order, each in its own transaction unless marked otherwise. Safe to call from
 * several servers at once. A database with newer migrations is accepted if all of them only expand. Returns the names
 * of the applied migrations; throws OperatorError.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { sql, folder = migrationsFolder, upTo, lockRetry = defaultLockRetry, log = () => {} } = options;
  const migrations = await readMigrations(folder);
  const connection = await sql.reserve();
  try {
    await connection`set statement_timeout = 0`;
    await connection`set lock_timeout = 0`;
    await acquireMigrationLock(connection);
    const pending = (await findPendingMigrations({ connection, migrations, log })).filter(
      ({ name }) => !upTo || name <= upTo,
    );
    for (const migration of pending) {
      log(`Migrating: ${migration.name}`);
      await applyWithRetry({ connection, migration, lockRetry, log });
    }
    return pending.map(({ name }) => name);
  } finally {
    await releaseConnectionLocks(connection);
    connection.release();
  }
}

/**
 * Serialises servers that start together. Polls, since a blocking wait would hold a snapshot, for which CREATE INDEX
 * CONCURRENTLY waits in turn.
 */
async function acquireMigrationLock(connection: Reserved): Promise<void> {
  for (;;) {
    const [row] = await connection.unsafe<{ taken: boolean }[]>(tryAcquireConnectionLockSql("migrations"));
    if (row!.taken) return;
    await wait(pollMs);
  }
}

interface AppliedMigration {
  name: string;
  checksum: string;
  kind: string;
}

async function findPendingMigrations({
  connection,
  migrations,
  log,
}: {
  connection: Reserved;
  migrations: Migration[];
  log: (line: string) => void;
}): Promise<Migration[]> {
  await createMigrationsTable(connection);
  const applied = await connection<AppliedMigration[]>`select name, checksum, kind from migrations order by name`;
  applied.forEach(({ name, checksum, kind }, index) => {
    const migration = migrations[index];
    if (!migration && kind === "expand") {
      log(`The database has the newer migration ${name}, which this version can work with`);
      return;
    }
    if (migration?.name !== name) throw new OperatorError(unknownMigrationMessage(name));
    if (migration.checksum !== checksum) throw new OperatorError(changedMigrationMessage(name));
  });
  return migrations.slice(applied.length);
}

async function createMigrationsTable(connection: Reserved): Promise<void> {
  await connection`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
  const [column] = await connection`
    select 1 from pg_attribute where attrelid = 'migrations'::regclass and attname = 'kind' and not attisdropped`;
  // Migrations applied before kinds were introduced count as not tolerable for older versions.
  if (!column) await connection`alter table migrations add column kind text not null default 'contract'`;
}

function unknownMigrationMessage(name: string): string {
  return `The database has the migration ${name}, which this version of Chaavi does not know and cannot work with: run the newer version, or use another database.`;
}

function changedMigrationMessage(name: string): string {
  return `The migration ${name} was changed after it had been applied: restore its old text and write a new migration (in development, npm run db:reset recreates the database).`;
}

async function applyWithRetry(args: {
  connection: Reserved;
  migration: Migration;
  lockRetry: LockRetryOptions;
  log: (line: string) => void;
}): Promise<void> {
  const { connection, migration, lockRetry, log } = args;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (migration.program) return await applyProgram({ connection, migration, lockRetry, log });
      return await (migration.isTransactional
        ? applyInTransaction({ connection, migration, lockTimeoutMs: lockRetry.lockTimeoutMs })
        : applyWithoutTransaction({ connection, migration }));
    } catch (error) {
      if (!isLocked(error)) throw new OperatorError(failedMigrationMessage({ migration, error }));
      if (attempt === lockRetry.maxAttempts) throw new OperatorError(lockedMigrationMessage({ migration, lockRetry }));
      if (attempt === 1) log(`Waiting for a table that is in use: ${migration.name}`);
      await wait(lockRetry.delayMs);
    }
  }
}

async function applyInTransaction({
  connection,
  migration,
  lockTimeoutMs,
}: ApplyMigrationInput & { lockTimeoutMs: number }): Promise<void> {
  await connection`begin`;
  try {
    await connection.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
    await connection.unsafe(migration.sql).simple();
    await recordMigration({ connection, migration });
    await connection`commit`;
  } catch (error) {
    await connection`rollback`.catch(() => {});
    throw error;
  }
}

interface ApplyMigrationInput {
  connection: Reserved;
  migration: Migration;
}

async function applyProgram({
  connection,
  migration,
  lockRetry,
  log,
}: ApplyMigrationInput & { lockRetry: LockRetryOptions; log: (line: string) => void }): Promise<void> {
  const program = programs[migration.program!];
  if (!program) throw new Error(`the program ${migration.program} does not exist`);
  await program({ connection, lockRetry, log });
  await recordMigration({ connection, migration });
}

/**
 * Applies statement by statement; after a failure the next start repeats all of them. Without a lock time-out, since
 * these statements block neither reads nor writes.
 */
async function applyWithoutTransaction({ connection, migration }: ApplyMigrationInput): Promise<void> {
  for (const statement of splitStatements(migration.sql)) {
    await dropUnfinishedIndex({ connection, statement });
    await connection.unsafe(statement).simple();
  }
  await recordMigration({ connection, migration });
}

/** Drops an invalid index left by an interrupted CREATE INDEX CONCURRENTLY, which IF NOT EXISTS would accept. */
async function dropUnfinishedIndex({
  connection,
  statement,
}: {
  connection: Reserved;
  statement: string;
}): Promise<void> {
  const [, quoted, plain] =
    /^create (?:unique )?index concurrently if not exists (?:"([^"]+)"|(\w+))/i.exec(statement) ?? [];
  const name = quoted ?? plain?.toLowerCase();
  if (!name) return;
  const [unfinished] = await connection`
    select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = 'public'::regnamespace and not i.indisvalid`;
  if (unfinished) await connection`drop index concurrently ${connection(name)}`.simple();
}

async function recordMigration({ connection, migration }: ApplyMigrationInput): Promise<void> {
  const { name, checksum, kind } = migration;
  await connection`insert into migrations (name, checksum, kind) values (${name}, ${checksum}, ${kind})`;
}

function failedMigrationMessage({ migration, error }: { migration: Migration; error: unknown }): string {
  const message = error instanceof Error ? error.message : String(error);
  const { position, detail } = error instanceof postgres.PostgresError ? error : {};
  const line =
    position && migration.isTransactional
      ? `, line ${migration.sql.slice(0, Number(position)).split("\n").length}`
      : "";
  const consequence = migration.isTransactional ? "It was rolled back." : "It is repeated at the next start.";
  return `The migration ${migration.name}${line} failed: ${message}${detail ? ` (${detail})` : ""}. ${consequence}`;
}

function lockedMigrationMessage({
  migration,
  lockRetry,
}: {
  migration: Migration;
  lockRetry: LockRetryOptions;
}): string {
  return `The migration ${migration.name} did not get the table it changes in ${lockRetry.maxAttempts} tries: another session has locked it (select pid, query from pg_stat_activity where state <> 'idle'). End that session and start again; the migration was rolled back.`;
}
