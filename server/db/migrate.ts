import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Reserved, Sql } from "#server/db/pool.ts";
import { PlainError } from "#server/plain-error.ts";

export const migrationsFolder = fileURLToPath(new URL("migrations", import.meta.url));

/** One key for all of Chaavi's migrations, so that servers starting together take turns. */
const lockKey = 20_250_917;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The migrations of a folder in order; throws PlainError for a name that is not `0001-what-it-does.sql`, or a number used twice. */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  names.forEach((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new PlainError(`The migration ${name} should be called like 0001-what-it-does.sql.`);
    }
    if (name.slice(0, 5) === names[index - 1]?.slice(0, 5)) {
      throw new PlainError(`The migrations ${names[index - 1]} and ${name} have the same number: give one the next.`);
    }
  });
  return Promise.all(names.map((name) => readMigration({ folder, name })));
}

async function readMigration({ folder, name }: { folder: string; name: string }): Promise<Migration> {
  const sql = (await readFile(`${folder}/${name}`, "utf8")).replaceAll("\r\n", "\n");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

/**
 * Brings the database up to date: every migration that is not yet in it, in order, each in its own transaction.
 * Several servers may call this at once: they take turns. Returns the names that were applied now.
 */
export async function migrate({
  sql,
  folder = migrationsFolder,
  log = () => {},
}: {
  sql: Sql;
  folder?: string;
  log?: (line: string) => void;
}): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const connection = await sql.reserve();
  try {
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(${lockKey})`;
    const pending = await pendingOf({ connection, migrations });
    for (const migration of pending) {
      log(`Migrating: ${migration.name}`);
      await apply({ connection, migration });
    }
    return pending.map(({ name }) => name);
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    await connection`reset statement_timeout`.catch(() => {});
    connection.release();
  }
}

async function pendingOf({
  connection,
  migrations,
}: {
  connection: Reserved;
  migrations: Migration[];
}): Promise<Migration[]> {
  await connection`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
  const applied = await connection<{ name: string; checksum: string }[]>`
    select name, checksum from migrations order by name`;
  applied.forEach(({ name, checksum }, index) => {
    const migration = migrations[index];
    if (migration?.name !== name) throw new PlainError(unknownMigration(name));
    if (migration.checksum !== checksum) throw new PlainError(changedMigration(name));
  });
  return migrations.slice(applied.length);
}

function unknownMigration(name: string): string {
  return `The database has the migration ${name}, which this version of Chaavi does not know: run the newer version, or use another database.`;
}

function changedMigration(name: string): string {
  return `The migration ${name} was changed after it had been applied: put its old text back and write a new migration (while developing, npm run db:reset starts afresh).`;
}

async function apply({ connection, migration }: { connection: Reserved; migration: Migration }): Promise<void> {
  await connection`begin`;
  try {
    await connection.unsafe(migration.sql).simple();
    await connection`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`;
    await connection`commit`;
  } catch (error) {
    await connection`rollback`.catch(() => {});
    throw new PlainError(failedMigration({ migration, error }));
  }
}

function failedMigration({ migration, error }: { migration: Migration; error: unknown }): string {
  const { message, position, detail } = error as { message: string; position?: string; detail?: string };
  const line = position ? `, line ${migration.sql.slice(0, Number(position)).split("\n").length}` : "";
  return `The migration ${migration.name}${line} failed: ${message}${detail ? ` (${detail})` : ""}. Nothing of it was kept.`;
}
