import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbedded, type Embedded } from "#server/db/embedded.ts";
import { installJobs } from "#server/db/jobs-schema.ts";
import { migrate, readMigrations } from "#server/db/migrate.ts";
import { connect, type Sql } from "#server/db/pool.ts";
import { seedReference } from "#server/db/seed.ts";

/** One cluster for a run: quick because nothing in it outlives a crash, with connections for all the apps of a few processes. */
export async function startTestCluster(): Promise<Embedded> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-test-"));
  chmodSync(dataDir, 0o755);
  return startEmbedded({
    dataDir,
    isThrowAway: true,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      shared_buffers: "128MB",
      max_connections: "500",
    },
  });
}

/** Makes the template of this code's migrations and seeds unless it is there; returns its name. */
export async function makeTemplate(server: string): Promise<string> {
  const name = await templateName();
  await asAdmin({
    server,
    work: async (admin) => {
      await admin`select pg_advisory_lock(4711)`;
      const [found] = await admin`select 1 from pg_database where datname = ${name}`;
      if (!found) await buildTemplate({ admin, server, name });
    },
  });
  return name;
}

async function templateName(): Promise<string> {
  const hash = createHash("sha256");
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  hash.update(readFileSync(fileURLToPath(import.meta.resolve("#server/db/seed.ts"))));
  // The job queue's tables come with its package.
  hash.update(readFileSync("package.json"));
  return `template_${hash.digest("hex").slice(0, 12)}`;
}

async function buildTemplate({ admin, server, name }: { admin: Sql; server: string; name: string }): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await admin.unsafe(`drop database if exists ${unfinished} with (force)`);
  await admin.unsafe(`create database ${unfinished}`);
  const sql = connect(urlOf({ server, name: unfinished }), { max: 2 });
  try {
    await migrate({ sql });
    await installJobs(urlOf({ server, name: unfinished }));
    await seedReference({ sql });
  } finally {
    await sql.end();
  }
  await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
}

export async function asAdmin({
  server,
  work,
}: {
  server: string;
  work: (admin: Sql) => Promise<unknown>;
}): Promise<void> {
  const admin = connect(urlOf({ server, name: "postgres" }), { max: 1, statementTimeout: 0 });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

export function urlOf({ server, name }: { server: string; name: string }): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
