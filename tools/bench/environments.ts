// Environments of the bench: a temporary PostgreSQL, databases with a given history, and a server for each.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";
import type { CleanupSteps } from "#tools/bench/run-bench.ts";
import { benchSecret } from "#tools/bench/config.ts";
import {
  loadPastEntries,
  loadTodayEntries,
  createBranches,
  vacuumAnalyze,
  type BenchBranch,
} from "#tools/bench/data.ts";
import type { BenchEnvironment } from "#tools/bench/measures.ts";
import { ServerProcess } from "#tools/bench/processes.ts";

export interface BenchDatabase {
  /** Returns the URL of a database by name. */
  getUrl: (name: string) => string;
  /** Connection to the database `postgres`. */
  admin: Sql;
  version: string;
}

export async function startDatabase(
  cleanup: CleanupSteps,
  settings: { [name: string]: string } = {},
): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(process.env["DATA_DIR"] ?? tmpdir(), "chaavi-bench-"));
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbeddedPostgres({ dataDir, isTemporary: true, settings });
  cleanup.push(() => embedded.stop());
  const getUrl = (name: string): string => Object.assign(new URL(embedded.url), { pathname: `/${name}` }).href;
  const admin = createPool(getUrl("postgres"), { max: 1, statementTimeoutMs: 0 });
  cleanup.push(() => admin.end());
  const [version] = await admin<{ server_version: string }[]>`show server_version`;
  return { getUrl, admin, version: version!.server_version };
}

/** Creates the tables of the current version with reference rows and bench branches. */
export async function createTables({
  url,
  branches,
}: {
  url: string;
  /** Number of branches; that of the benches of the API by default. */
  branches?: number;
}): Promise<BenchBranch[]> {
  const sql = createPool(url, { max: 2, statementTimeoutMs: 0 });
  try {
    await migrate({ sql });
    await seedReferenceRows({ sql });
    return await createBranches({ sql, secret: benchSecret, count: branches });
  } finally {
    await sql.end();
  }
}

export type LoadedEnvironment = Omit<BenchEnvironment, "server">;

export async function loadEnvironment({
  url,
  benchBranches,
  pastEntries,
  cleanup,
}: {
  url: string;
  benchBranches: BenchBranch[];
  pastEntries: number;
  cleanup: CleanupSteps;
}): Promise<LoadedEnvironment> {
  const loading = createPool(url, { max: 2, statementTimeoutMs: 0 });
  try {
    await loadPastEntries({ sql: loading, benchBranches, count: pastEntries, name: "past" });
    await loadTodayEntries({ sql: loading, benchBranches });
    await vacuumAnalyze(loading);
  } finally {
    await loading.end();
  }
  const sql: Sql = createPool(url, { max: 4 });
  cleanup.push(() => sql.end());
  return { pastEntries, url, sql };
}

/** Starts a server; BENCH_PROFILE=folder writes its CPU profile there. */
export async function startEnvironment({
  environment,
  cleanup,
}: {
  environment: LoadedEnvironment;
  cleanup: CleanupSteps;
}): Promise<BenchEnvironment> {
  const profile = process.env["BENCH_PROFILE"];
  const execArgv = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const server = await ServerProcess.start({ database: environment.url, execArgv });
  cleanup.push(() => server.stop());
  return { ...environment, server };
}
