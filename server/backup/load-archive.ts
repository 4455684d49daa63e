// Loads an archive into an empty database, in the transaction of the caller.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type ArchiveEntry, readArchive } from "#server/backup/archive-reader.ts";
import {
  listTables,
  toQualifiedName,
  quoteIdentifier,
  summariseTable,
  type TableInfo,
} from "#server/backup/catalogue.ts";
import { entryNames, type Manifest, type TableSummary } from "#server/backup/manifest.ts";
import type { RestoreOptions } from "#server/backup/restore-options.ts";
import { shouldRestoreKey } from "#server/backup/restore-keys.ts";
import { readAll, getTableKey } from "#server/backup/verify-archive.ts";
import { OperatorError } from "#server/operator-error.ts";

interface LoadArchiveInput {
  client: Client;
  manifest: Manifest;
  options: RestoreOptions;
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

const progressEvery = 1_000;

/** Loads rows, sequences, files and key files. Throws OperatorError if the result differs from the manifest. */
export async function loadArchive(input: LoadArchiveInput): Promise<void> {
  const { client, manifest } = input;
  const actual = await listTables(client);
  checkTables({ actual, manifest });
  // Foreign keys are dropped and checked once at the end, since tables are loaded in no particular order.
  const constraints = await dropForeignKeys(client);
  for (const table of actual) {
    await client.query(`alter table ${toQualifiedName(table)} disable trigger user`);
    await client.query(`truncate ${toQualifiedName(table)}`);
  }
  await readEntries(input);
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`);
  for (const table of actual) await client.query(`alter table ${toQualifiedName(table)} enable trigger user`);
  await setSequences(input);
  // Jobs that were running at the time of the snapshot are released.
  await client.query("update graphile_worker._private_jobs set locked_at = null, locked_by = null");
  await client.query("update graphile_worker._private_job_queues set locked_at = null, locked_by = null");
  await compareTables({ ...input, actual });
}

function checkTables({ actual, manifest }: { actual: TableInfo[]; manifest: Manifest }): void {
  for (const { schema, name, columns } of manifest.tables) {
    const table = actual.find((candidate) => candidate.schema === schema && candidate.name === name);
    const missing = columns.find((column) => !table?.columns.includes(column));
    if (!table || missing)
      throw new OperatorError(
        `The archive has ${missing && table ? `the column ${missing} of ` : ""}the table ${name}, which this version of Chaavi does not have: restore it with version ${manifest.version}.`,
      );
  }
}

async function dropForeignKeys(client: Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and conparentid = 0`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  return rows;
}

async function readEntries(input: LoadArchiveInput): Promise<void> {
  const { options, manifest } = input;
  const { file, passphrase, dataDir } = options;
  const copier = new TableCopier(input);
  let files = 0;
  for await (const { name, body } of readArchive({ file, passphrase })) {
    if (name.startsWith(entryNames.database)) {
      await copier.add({ name, body });
      continue;
    }
    await copier.finish();
    const bytes = await readAll(body);
    if (name.startsWith(entryNames.files)) {
      const key = name.slice(entryNames.files.length);
      await writeRestoredFile({ folder: path.join(dataDir, "files"), name: key, bytes, mode: 0o640 });
      files += 1;
      if (files % progressEvery === 0) options.log?.(`${files} of ${manifest.files.count} files`);
    } else if (name.startsWith(entryNames.secrets)) {
      const key = name.slice(entryNames.secrets.length);
      if (!shouldRestoreKey({ name: key, keys: options.keys, canReplace: options.canReplace ?? false })) continue;
      await writeRestoredFile({ folder: dataDir, name: key, bytes, mode: 0o600 });
    }
  }
  await copier.finish();
}

/** Writes a file of the archive, never outside its folder, whatever its name. */
async function writeRestoredFile(args: {
  folder: string;
  name: string;
  bytes: Uint8Array;
  mode: number;
}): Promise<void> {
  const { folder, name, bytes, mode } = args;
  if (name !== path.basename(name) || name === "" || name === "." || name === "..")
    throw new OperatorError(`The archive has a file with an invalid name: ${name}.`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), bytes, { mode, flush: true });
}

/** Runs one COPY per table, fed with its consecutive chunks of the archive. */
class TableCopier {
  readonly #archive: LoadArchiveInput;
  #table: string | undefined;
  #input: PassThrough | undefined;
  #done: Promise<void> = Promise.resolve();
  #failed: unknown;

  constructor(archive: LoadArchiveInput) {
    this.#archive = archive;
  }

  async add({ name, body }: ArchiveEntry): Promise<void> {
    const table = getTableKey(name);
    if (table !== this.#table) {
      await this.finish();
      this.#startCopy(table);
    }
    for await (const bytes of body) {
      if (this.#failed !== undefined) throw this.#failed;
      if (!this.#input!.write(bytes)) await Promise.race([waitForDrain(this.#input!), this.#done]);
    }
  }

  async finish(): Promise<void> {
    this.#input?.end();
    await this.#done;
    this.#table = undefined;
    this.#input = undefined;
  }

  #startCopy(key: string): void {
    const { client, manifest, options } = this.#archive;
    const table = manifest.tables.find(({ schema, name }) => `${schema}/${name}` === key)!;
    options.log?.(`${table.name}: ${table.rows.toLocaleString("en-IN")} rows`);
    const copy = client.query(
      copyFrom(`copy ${toQualifiedName(table)} (${table.columns.map(quoteIdentifier).join(", ")}) from stdin`),
    );
    this.#table = key;
    this.#input = new PassThrough({ highWaterMark: 1024 * 1024 });
    this.#done = pipeline(this.#input, copy).catch((error: unknown) => {
      this.#failed = new OperatorError(
        `The table ${table.name} could not be restored: ${error instanceof Error ? error.message : String(error)}`,
      );
      throw this.#failed;
    });
    // Reported by the next chunk or by `finish`.
    this.#done.catch(() => {});
  }
}

function waitForDrain(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => stream.once("drain", resolve));
}

async function setSequences({ client, manifest }: LoadArchiveInput): Promise<void> {
  for (const { value, ...sequence } of manifest.sequences) {
    if (value === null) await client.query("select setval($1, 1, false)", [toQualifiedName(sequence)]);
    else await client.query("select setval($1, $2, true)", [toQualifiedName(sequence), value]);
  }
}

/** Compares counts and sums of the restored rows with the snapshot. */
async function compareTables({ client, manifest, actual }: LoadArchiveInput & { actual: TableInfo[] }): Promise<void> {
  for (const table of actual) {
    const expected = manifest.tables.find(({ schema, name }) => schema === table.schema && name === table.name);
    const restored = await summariseTable(client, table);
    const difference = findDifference({ expected, restored });
    if (difference) throw new OperatorError(`The table ${table.name} is not what the archive says: ${difference}.`);
  }
}

function findDifference(args: {
  expected: TableSummary | undefined;
  restored: { rows: number; sums: { [column: string]: string } };
}): string | undefined {
  const { expected, restored } = args;
  const rows = expected?.rows ?? 0;
  if (restored.rows !== rows) return `${restored.rows} rows instead of ${rows}`;
  const column = Object.keys(expected?.sums ?? {}).find((name) => restored.sums[name] !== expected!.sums[name]);
  return column && `the sum of ${column} is ${restored.sums[column]} instead of ${expected!.sums[column]}`;
}
