import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { installJobsSchema } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { readMigrations } from "#server/db/migrate/migration-files.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";

/** File system in memory of Linux; containers often have a few MB of it only. */
const memoryFolder = "/dev/shm";
/** Free space in bytes there from which it is used: several times what the databases of a run take. */
const minMemoryBytes = 6 * 1024 ** 3;

/** Half of PostgreSQL's share of a short test is the creation and removal of files, which costs less in memory. */
function getClusterParent(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= minMemoryBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** One cluster per run: fast because it needs no durability, with connections for the apps of several processes. */
export async function startTestCluster(): Promise<EmbeddedPostgres> {
  const dataDir = mkdtempSync(path.join(getClusterParent(), "chaavi-test-"));
  chmodSync(dataDir, 0o755);
  return startEmbeddedPostgres({
    dataDir,
    isTemporary: true,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      shared_buffers: "128MB",
      max_connections: "500",
      // In memory, files that are kept for reuse would take space of other processes.
      max_wal_size: "512MB",
    },
  });
}

/** Creates the template database of the current migrations and seeds if it is missing; returns its name. */
export async function createTemplate(server: string): Promise<string> {
  const name = await getTemplateName();
  await withAdminConnection({
    server,
    work: async (admin) => {
      await admin`select pg_advisory_lock(4711)`;
      const [found] = await admin`select 1 from pg_database where datname = ${name}`;
      if (!found) await buildTemplate({ admin, server, name });
    },
  });
  return name;
}

async function getTemplateName(): Promise<string> {
  const hash = createHash("sha256");
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  hash.update(readFileSync(fileURLToPath(import.meta.resolve("#server/db/seed/seed.ts"))));
  // The job queue's tables come with its package.
  hash.update(readFileSync("package.json"));
  return `template_${hash.digest("hex").slice(0, 12)}`;
}

async function buildTemplate({ admin, server, name }: { admin: Sql; server: string; name: string }): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await admin.unsafe(`drop database if exists ${unfinished} with (force)`);
  await admin.unsafe(`create database ${unfinished}`);
  const sql = createPool(getDatabaseUrl({ server, name: unfinished }), { max: 2 });
  try {
    await migrate({ sql });
    await installJobsSchema(getDatabaseUrl({ server, name: unfinished }));
    await seedReferenceRows({ sql });
  } finally {
    await sql.end();
  }
  await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
}

export async function withAdminConnection({
  server,
  work,
}: {
  server: string;
  work: (admin: Sql) => Promise<unknown>;
}): Promise<void> {
  const admin = createPool(getDatabaseUrl({ server, name: "postgres" }), { max: 1, statementTimeoutMs: 0 });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

export function getDatabaseUrl({ server, name }: { server: string; name: string }): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
