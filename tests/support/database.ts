import { randomBytes } from "node:crypto";
import { after } from "node:test";
import type { Sql } from "#server/db/pool.ts";
import { createPools } from "#server/db/pools.ts";
import { withAdminConnection, createTemplate, startTestCluster, getDatabaseUrl } from "#tests/support/cluster.ts";
import { readTestSettings } from "#tests/support/test-settings.ts";

export interface TestDatabase {
  url: string;
  sql: Sql;
}

let cluster: Promise<string> | undefined;
let template: Promise<string> | undefined;

const cleanupSteps: (() => Promise<void>)[] = [];

/** Closes and drops what the tests of a file have opened. Called after each file (tools/test-batch.ts). */
export async function closeDatabases(): Promise<void> {
  const failures: unknown[] = [];
  // A failing step must not leave the others open: a process with an open handle never ends.
  for (const end of cleanupSteps.splice(0)) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

// At file level: within a test or a hook `after` would drop the database as soon as that one is over.
after(async () => {
  await closeDatabases().finally(() => setTimeout(failOnOpenHandles, exitTimeoutMs).unref());
});

/** How long, in ms, a process may take to end after its tests. */
const exitTimeoutMs = 10_000;

/** Open handles keep the process, and the whole run, waiting: a defect of the server as much as of the test. */
function failOnOpenHandles(): void {
  console.error(`The tests are over, and this is still open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}

/** Runs after the file's tests, while its databases still exist, in reverse order of registration. */
export function beforeDatabaseCleanup(work: () => Promise<unknown>): void {
  cleanupSteps.unshift(async () => {
    await work();
  });
}

/** The run's cluster (TEST_DATABASE_URL), or one that ends with this process. */
function getClusterUrl(): Promise<string> {
  const { TEST_DATABASE_URL: url } = readTestSettings();
  cluster ??= url ? Promise.resolve(url) : startTestCluster().then((started) => started.url);
  return cluster;
}

/**
 * An empty database with migrations and reference rows for the calling test file; dropped after its tests. Takes some
 * 50 ms.
 */
export async function createTestDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  const server = await getClusterUrl();
  template ??= createTemplate(server);
  const source = await template;
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await withAdminConnection({
    server,
    // Copying the files of the template takes half of the CPU of writing its pages to the log.
    work: (admin) => admin.unsafe(`create database ${name} template ${source} strategy file_copy`),
  });
  const url = getDatabaseUrl({ server, name });
  const sql = createPools(url, { size: max });
  cleanupSteps.push(async () => {
    await sql.end({ timeout: 5 });
    await withAdminConnection({
      server,
      work: (admin) => admin.unsafe(`drop database if exists ${name} with (force)`),
    });
  });
  return { url, sql };
}
