// Online backup: a snapshot of the database, then the files it references, in one archive.
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ArchiveWriter } from "#server/backup/archive-writer.ts";
import {
  listSequences,
  listTables,
  toQualifiedName,
  quoteIdentifier,
  summariseTable,
  type TableInfo,
} from "#server/backup/catalogue.ts";
import {
  archiveFormat,
  entryNames,
  computeFingerprint,
  formatVersion,
  type BackupResult,
  type Manifest,
  type TableSummary,
} from "#server/backup/manifest.ts";
import { tryAcquireConnectionLockSql } from "#server/db/locks.ts";
import { OperatorError } from "#server/operator-error.ts";

/** Source of a backup; plain values, so that they can be passed to a process. */
export interface BackupSource {
  /** URL of the database. */
  url: string;
  dataDir: string;
  secret: string;
  credentialsKey: string;
}

export interface BackupOptions extends BackupSource {
  /** Absolute path of the archive; the file must not exist. */
  file: string;
  /** Encrypts the archive; only then are the key files of the data folder included. */
  passphrase: string | null;
  version: string;
  now: Date;
  log?: (line: string) => void;
}

/** Size of a table entry in bytes. */
const chunkBytes = 1024 * 1024;
const progressEvery = 1_000;

/**
 * Backs up a database and its files while servers are running. Throws OperatorError if another backup of the database
 * is running; a failure leaves no archive behind.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: "chaavi-backup",
    // This connection has no heartbeat: a lost database is detected by TCP within minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 15_000,
  });
  // A lost connection is reported by the next statement.
  client.on("error", () => {});
  await client.connect();
  try {
    // Sums of large tables use one PostgreSQL process instead of all processors.
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set max_parallel_workers_per_gather = 0",
    );
    await checkDatabase(client);
    await acquireBackupLock(client);
    await client.query("begin isolation level repeatable read read only");
    return await writeArchive({ client, options });
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>("select to_regclass('public.migrations')::text as name");
  if (rows[0]!.name === null)
    throw new OperatorError("This database has no tables of Chaavi: there is nothing to back up.");
}

async function acquireBackupLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(tryAcquireConnectionLockSql("backup"));
  if (!rows[0]!.taken) throw new OperatorError("Another backup of this database is running: wait until it is done.");
}

async function writeArchive(args: { client: pg.Client; options: BackupOptions }): Promise<BackupResult> {
  const { file, passphrase, now } = args.options;
  const archive = new ArchiveWriter({ file, passphrase, mtime: now });
  try {
    await addJson({ archive, name: entryNames.format, value: { format: archiveFormat, formatVersion } });
    const manifest = await writeContents({ ...args, archive });
    await addJson({ archive, name: entryNames.manifest, value: manifest });
    return { file, ...(await archive.finish()), manifest };
  } catch (error) {
    await archive.abort(error);
    throw error;
  }
}

interface BackupWriter {
  client: pg.Client;
  archive: ArchiveWriter;
  options: BackupOptions;
}

async function writeContents(writer: BackupWriter): Promise<Manifest> {
  const { client, options } = writer;
  const tables: TableSummary[] = [];
  const tableInfos = await listTables(client);
  // Prevents migrations from changing tables before they are read.
  await client.query(`lock table ${tableInfos.map(toQualifiedName).join(", ")} in access share mode`);
  for (const table of tableInfos) tables.push(await writeTable({ ...writer, table }));
  const migrations = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations order by name",
  );
  const jobs = await client.query<{ id: number }>("select max(id)::int as id from graphile_worker.migrations");
  const server = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const files = await writeFiles(writer);
  // Sequences have no snapshot: read last, they are at or beyond every id in the tables.
  const sequences = await listSequences(client);
  return {
    format: archiveFormat,
    formatVersion,
    version: options.version,
    createdAt: options.now.toISOString(),
    postgres: server.rows[0]!.version,
    migrations: migrations.rows,
    jobsMigration: jobs.rows[0]!.id,
    tables,
    sequences,
    files,
    secrets: await writeSecrets(writer),
  };
}

async function writeTable({
  client,
  archive,
  options,
  table,
}: BackupWriter & { table: TableInfo }): Promise<TableSummary> {
  const { schema, name, columns } = table;
  const expected = await summariseTable(client, table);
  const hash = createHash("sha256");
  const copy = client.query(
    copyTo(`copy ${toQualifiedName(table)} (${columns.map(quoteIdentifier).join(", ")}) to stdout`),
  );
  let size = 0;
  let chunkNumber = 0;
  for await (const bytes of chunk(copy)) {
    hash.update(bytes);
    size += bytes.length;
    chunkNumber += 1;
    await archive.add({ name: getChunkName({ schema, name, chunkNumber }), bytes });
  }
  if (expected.rows > 0) options.log?.(`${name}: ${expected.rows.toLocaleString("en-IN")} rows`);
  return { schema, name, columns, ...expected, size, sha256: hash.digest("hex") };
}

function getChunkName({ schema, name, chunkNumber }: { schema: string; name: string; chunkNumber: number }): string {
  return `${entryNames.database}${schema}/${name}/${String(chunkNumber).padStart(8, "0")}`;
}

async function* chunk(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size < chunkBytes) continue;
    yield new Uint8Array(Buffer.concat(parts));
    [parts, size] = [[], 0];
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(parts));
}

/** Writes the files that the snapshot references and that are in the data folder. */
async function writeFiles({ client, archive, options }: BackupWriter): Promise<Manifest["files"]> {
  const {
    rows: [{ hasArchives } = { hasArchives: false }],
  } = await client.query<{ hasArchives: boolean }>(
    `select to_regclass('public.history_archives') is not null as "hasArchives"`,
  );
  const archives = hasArchives ? "union all select key, storage from history_archives" : "";
  const { rows } = await client.query<{ key: string; storage: string }>(
    `select filename_disk as key, coalesce(storage, 'local') as storage from files where filename_disk is not null ${archives} order by 1`,
  );
  const hash = createHash("sha256");
  const result: Omit<Manifest["files"], "sha256"> = { count: 0, size: 0, missing: [], inStore: 0 };
  for (const { key, storage } of rows) {
    if (storage !== "local") {
      result.inStore += 1;
      continue;
    }
    const file = path.join(options.dataDir, "files", path.basename(key));
    const stats = await stat(file).catch(() => null);
    if (!stats) {
      result.missing.push(key);
      continue;
    }
    const name = entryNames.files + path.basename(key);
    hash.update(`${name}\0${stats.size}\0`);
    await archive.addFile({ name, file, size: stats.size, onChunk: (bytes) => hash.update(bytes) });
    result.count += 1;
    result.size += stats.size;
    if (result.count % progressEvery === 0) options.log?.(`${result.count.toLocaleString("en-IN")} files`);
  }
  return { ...result, sha256: hash.digest("hex") };
}

/**
 * Writes the key files of the data folder, only if encrypted: next to the data they protect they would be useful to a
 * thief.
 */
async function writeSecrets({ archive, options }: BackupWriter): Promise<Manifest["secrets"]> {
  const { dataDir, passphrase, secret, credentialsKey } = options;
  const fingerprints = { secret: computeFingerprint(secret), "credentials-key": computeFingerprint(credentialsKey) };
  const included: string[] = [];
  for (const name of Object.keys(fingerprints)) {
    const bytes = passphrase === null ? null : await readFile(path.join(dataDir, name)).catch(() => null);
    if (!bytes) continue;
    await archive.add({ name: entryNames.secrets + name, bytes: new Uint8Array(bytes) });
    included.push(name);
  }
  return { included, fingerprints };
}

async function addJson({
  archive,
  name,
  value,
}: {
  archive: ArchiveWriter;
  name: string;
  value: unknown;
}): Promise<void> {
  await archive.add({ name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) });
}
