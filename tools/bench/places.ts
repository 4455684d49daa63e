// Where is measured: a throw-away PostgreSQL, databases with as much past as is asked for, and a server on each.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { connect, type Sql } from "#server/db/pool.ts";
import { seedReference } from "#server/db/seed.ts";
import type { Undo } from "#tools/bench/bench.ts";
import { secret } from "#tools/bench/config.ts";
import { loadPast, loadToday, makeDesks, settle, type Desk } from "#tools/bench/data.ts";
import type { Place } from "#tools/bench/measures.ts";
import { ServerProcess } from "#tools/bench/processes.ts";

export interface Database {
  /** The address of a database of this name. */
  at: (name: string) => string;
  /** Of the database `postgres`. */
  admin: Sql;
  version: string;
}

export async function startDatabase(undo: Undo): Promise<Database> {
  const dataDir = mkdtempSync(path.join(process.env["DATA_DIR"] ?? tmpdir(), "chaavi-bench-"));
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, isThrowAway: true });
  undo.push(() => embedded.stop());
  const at = (name: string): string => Object.assign(new URL(embedded.url), { pathname: `/${name}` }).href;
  const admin = connect(at("postgres"), { max: 1, statementTimeout: 0 });
  undo.push(() => admin.end());
  const [version] = await admin<{ server_version: string }[]>`show server_version`;
  return { at, admin, version: version!.server_version };
}

/** The tables of the newest version with the reference rows and the desks. */
export async function makeTables({ url }: { url: string }): Promise<Desk[]> {
  const sql = connect(url, { max: 2, statementTimeout: 0 });
  try {
    await migrate({ sql });
    await seedReference({ sql });
    return await makeDesks({ sql, secret });
  } finally {
    await sql.end();
  }
}

export type Filled = Omit<Place, "server">;

export async function fill({
  url,
  desks,
  past,
  undo,
}: {
  url: string;
  desks: Desk[];
  past: number;
  undo: Undo;
}): Promise<Filled> {
  const sql: Sql = connect(url, { max: 4 });
  undo.push(() => sql.end());
  await loadPast({ sql, desks, count: past, name: "past" });
  await loadToday({ sql, desks });
  await settle(sql);
  return { past, url, sql };
}

/** BENCH_PROFILE=folder keeps a CPU profile of the server there. */
export async function serve({ place, undo }: { place: Filled; undo: Undo }): Promise<Place> {
  const profile = process.env["BENCH_PROFILE"];
  const execArgv = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const server = await ServerProcess.start({ database: place.url, execArgv });
  undo.push(() => server.stop());
  return { ...place, server };
}
