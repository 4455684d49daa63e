// Restores a backup into an empty database and data folder, completely or not at all.
import { readdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { checkKeys } from "#server/backup/restore-keys.ts";
import { loadArchive } from "#server/backup/load-archive.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { verifyArchive } from "#server/backup/verify-archive.ts";
import { installJobsSchema } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { readMigrations } from "#server/db/migrate/migration-files.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import type { RestoreOptions } from "#server/backup/restore-options.ts";
import { ensureInstallationTable } from "#server/first-start.ts";
import { OperatorError } from "#server/operator-error.ts";

export interface RestoreResult {
  manifest: Manifest;
  /** Remaining tasks of the operator, one sentence each. */
  warnings: string[];
}

/**
 * Verifies the archive, then restores it: migrations up to the archive's level, rows, files and key files, comparison
 * of counts and sums, then newer migrations. Throws OperatorError, which leaves the database empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { file, passphrase, url, log = () => {} } = options;
  const sql = createPool(url, { max: 2, statementTimeoutMs: 0, name: "chaavi-restore" });
  let manifest: Manifest;
  try {
    const isEmpty = await checkTarget({ sql, options });
    log("Verifying the archive");
    manifest = await verifyArchive({ file, passphrase });
    await checkVersion(manifest);
    if (!isEmpty) await emptyDatabase(sql);
    log("Creating the tables");
    await installJobsSchema(url);
    await migrate({ sql, upTo: manifest.migrations.at(-1)!.name });
    await ensureInstallationTable(sql);
    await inTransaction({ url, work: (client) => loadArchive({ client, manifest, options }) });
    const newer = await migrate({ sql, log });
    if (newer.length > 0) log(`Migrated to this version: ${newer.join(", ")}`);
    await sql`analyze`;
  } finally {
    await sql.end();
  }
  return { manifest, warnings: getWarnings({ manifest, options }) };
}

/** Checks that the archive's migrations are the first ones of this version, unchanged. */
async function checkVersion(manifest: Manifest): Promise<void> {
  const migrations = await readMigrations();
  for (const [index, { name, checksum }] of manifest.migrations.entries()) {
    if (migrations[index]?.name === name && migrations[index].checksum === checksum) continue;
    throw new OperatorError(
      `The archive was made by version ${manifest.version} and has the migration ${name}, which this version of Chaavi does not have: restore it with that version or a newer one.`,
    );
  }
}

/** Returns whether the database is empty; throws if it is in use, or contains data that must not be replaced. */
async function checkTarget({ sql, options }: { sql: Sql; options: RestoreOptions }): Promise<boolean> {
  const { dataDir, canReplace = false } = options;
  const connections = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and application_name <> 'chaavi-restore'`;
  if (connections.length > 0)
    throw new OperatorError("Other programs are connected to this database: stop every server of Chaavi first.");
  const tables = await sql`select 1 from pg_tables where schemaname in ('public', 'graphile_worker') limit 1`;
  const files = await readdir(path.join(dataDir, "files")).catch(() => []);
  if (!canReplace && (tables.length > 0 || files.length > 0))
    throw new OperatorError(
      `${tables.length > 0 ? "The database" : "The folder of files"} is not empty. Restore into an empty one, or add --replace to remove what is there.`,
    );
  return tables.length === 0;
}

async function emptyDatabase(sql: Sql): Promise<void> {
  await sql`drop schema public cascade`;
  await sql`drop schema if exists graphile_worker cascade`;
  await sql`create schema public`;
}

async function inTransaction({
  url,
  work,
}: {
  url: string;
  work: (client: pg.Client) => Promise<void>;
}): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "chaavi-restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'");
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } finally {
    // Rolls back an open transaction.
    await client.end().catch(() => {});
  }
}

function getWarnings({ manifest, options }: { manifest: Manifest; options: RestoreOptions }): string[] {
  const { missing, inStore } = manifest.files;
  return [
    ...checkKeys({ manifest, keys: options.keys, mayReplace: options.canReplace ?? false }),
    ...(missing.length > 0
      ? [
          `${missing.length} files were not in the data folder when the backup was made: ${missing.slice(0, 5).join(", ")}`,
        ]
      : []),
    ...(inStore > 0
      ? [`${inStore} files are in the S3 store and not in the archive: enable the store's versioning to back them up.`]
      : []),
  ];
}
