// Runs one backup: records it in `backups`, creates it in a background process, and removes old archives.
import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { formatArchiveName, findExpiredArchives } from "#domain/backup/archive-name.ts";
import type { BackupConfig } from "#server/backup-config.ts";
import { getPartialPath } from "#server/backup/archive-writer.ts";
import type { BackupOptions, BackupSource } from "#server/backup/create-backup.ts";
import { type BackupResult, backupResult } from "#server/backup/manifest.ts";
import type { Sql } from "#server/db/pool.ts";
import { OperatorError, formatStartupError } from "#server/operator-error.ts";
import { forkInBackground } from "#server/processes/fork-in-background.ts";

export interface RunBackupOptions {
  sql: Sql;
  source: BackupSource;
  config: BackupConfig;
  startedBy: "schedule" | "command";
  version: string;
  now: () => Date;
  log?: (line: string) => void;
  /** Aborts the backup. */
  signal?: AbortSignal;
}

/**
 * Creates an archive in the configured folder, in a process of lower priority so that requests are not delayed, and
 * records the outcome. Throws errors of the backup; older archives are removed only after a successful one.
 */
export async function runBackup(options: RunBackupOptions): Promise<BackupResult> {
  const { sql, source, config, startedBy, version, now, log = () => {}, signal } = options;
  const startedAt = now();
  const file = path.join(config.dir, formatArchiveName({ at: startedAt, isEncrypted: config.passphrase !== null }));
  const id = await recordStart({ sql, startedAt, startedBy, file });
  try {
    await mkdir(config.dir, { recursive: true, mode: 0o700 });
    const { passphrase } = config;
    const result = await runInProcess({
      options: { ...source, file, passphrase, version, now: startedAt },
      log,
      signal,
    });
    if (id !== null) await recordSuccess({ sql, id, result, finishedAt: now() });
    await removeExpired({ config, log });
    return result;
  } catch (error) {
    if (id !== null) await recordFailure({ sql, id, error, finishedAt: now() }).catch(() => {});
    throw error;
  }
}

/** Returns null if the database has no table `backups`: it is of an older version or was never started. */
async function recordStart(args: {
  sql: Sql;
  startedAt: Date;
  startedBy: RunBackupOptions["startedBy"];
  file: string;
}): Promise<string | null> {
  const { sql, startedAt, startedBy, file } = args;
  const [table] = await sql<{ name: string | null }[]>`select to_regclass('backups')::text as name`;
  if (table!.name === null) return null;
  const [row] = await sql<{ id: string }[]>`
    insert into backups (started_at, status, started_by, file) values (${startedAt}, 'running', ${startedBy}, ${file})
    returning id`;
  return row!.id;
}

async function recordSuccess(args: { sql: Sql; id: string; result: BackupResult; finishedAt: Date }): Promise<void> {
  const { sql, id, result, finishedAt } = args;
  const { size, sha256, manifest } = result;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  await sql`
    update backups set status = 'done', finished_at = ${finishedAt}, size = ${size}, sha256 = ${sha256},
      row_count = ${rows}, file_count = ${manifest.files.count} where id = ${id}`;
  // Running backups with lower ids held the lock before this one, so their servers have ended.
  await sql`
    update backups set status = 'failed', error = 'The server ended before the backup was done.'
    where status = 'running' and id < ${id}`;
}

async function recordFailure(args: { sql: Sql; id: string; error: unknown; finishedAt: Date }): Promise<void> {
  const { sql, id, error, finishedAt } = args;
  const reason = formatStartupError(error).split("\n")[0]!;
  await sql`update backups set status = 'failed', finished_at = ${finishedAt}, error = ${reason} where id = ${id}`;
}

/** Messages to and from the process: its input, and a progress line, a result or an error. */
export type BackupProcessInput = Omit<BackupOptions, "log">;
const backupProcessMessage = z.union([
  z.object({ line: z.string() }),
  z.object({ result: backupResult }),
  z.object({ error: z.string(), isOperatorError: z.boolean() }),
]);
export type BackupProcessMessage = z.output<typeof backupProcessMessage>;

async function runInProcess(args: {
  options: BackupProcessInput;
  log: (line: string) => void;
  signal: AbortSignal | undefined;
}): Promise<BackupResult> {
  const { options, log, signal } = args;
  signal?.throwIfAborted();
  const child = forkInBackground({
    program: new URL("backup-process.ts", import.meta.url),
    // Environment of the server, which may also describe the connection to PostgreSQL.
    env: process.env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const stop = (): void => void child.kill("SIGKILL");
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise<BackupResult>((resolve, reject) => {
      child.on("message", (received: unknown) => {
        const { data: message } = backupProcessMessage.safeParse(received);
        if (!message) reject(new Error("The backup process sent an unknown message."));
        else if ("line" in message) log(message.line);
        else if ("result" in message) resolve(message.result);
        else reject(message.isOperatorError ? new OperatorError(message.error) : new Error(message.error));
      });
      child.once("error", reject);
      child.once("exit", () => reject(new OperatorError("The backup was aborted.")));
      child.send(options, (error) => error && reject(error));
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
    await exited.catch(() => {});
    await rm(getPartialPath(options.file), { force: true });
  }
}

async function removeExpired({ config, log }: { config: BackupConfig; log: (line: string) => void }): Promise<void> {
  const { dir, keep } = config;
  for (const name of findExpiredArchives({ names: await readdir(dir), keep })) {
    await rm(path.join(dir, name), { force: true });
    log(`Removed the older archive ${name}`);
  }
}

export interface RecordedBackup {
  startedAt: Date;
  finishedAt: Date | null;
  status: "running" | "done" | "failed";
  startedBy: "schedule" | "command";
  file: string;
  size: number | null;
  error: string | null;
}

/** Lists backups, the newest first; one whose server has crashed stays "running" until the next successful one. */
export async function listBackups({ sql, limit }: { sql: Sql; limit: number }): Promise<RecordedBackup[]> {
  return sql<RecordedBackup[]>`
    select started_at as "startedAt", finished_at as "finishedAt", status, started_by as "startedBy", file, size, error
    from backups order by id desc limit ${limit}`;
}
