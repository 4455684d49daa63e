import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { connect, type PoolOptions, type Sql } from "#server/db/pool.ts";
import { asAdmin, makeTemplate, startTestCluster, urlOf } from "#tests/support/cluster.ts";

export interface FreshDatabase {
  url: string;
  sql: Sql;
}

let cluster: Promise<string> | undefined;

// At the file's own level: within a test or a hook `after` would drop the database as soon as that one is over.
const endings: (() => Promise<void>)[] = [];
after(async () => {
  const failures: unknown[] = [];
  // One that fails keeps nothing of the others open: a process with an open handle never ends.
  for (const end of endings) await end().catch((error: unknown) => failures.push(error));
  setTimeout(failLingering, mayLinger).unref();
  if (failures.length > 0) throw failures[0];
});

/** How long, in ms, a file's process may take to end after its tests. */
const mayLinger = 10_000;

/** What is left open keeps the process, and the whole run, waiting: a fault of the server as much as of the test. */
function failLingering(): void {
  console.error(`The tests are over, and this is still open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}

/** Runs when the file's tests are over, while its databases are still there; what was begun last ends first. */
export function beforeDatabasesEnd(work: () => Promise<unknown>): void {
  endings.unshift(async () => {
    await work();
  });
}

/** The run's cluster (TEST_DATABASE_URL), or one of this process's own, which ends with it. */
function clusterUrl(): Promise<string> {
  const url = process.env["TEST_DATABASE_URL"];
  cluster ??= url ? Promise.resolve(url) : startTestCluster().then((started) => started.url);
  return cluster;
}

/**
 * An empty database, migrated and with the reference rows, for the test file that calls it; dropped after its tests.
 * Takes some 50 ms.
 */
export async function freshDatabase(options: PoolOptions = {}): Promise<FreshDatabase> {
  const server = await clusterUrl();
  const template = await makeTemplate(server);
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await asAdmin({ server, work: (admin) => admin.unsafe(`create database ${name} template ${template}`) });
  const url = urlOf({ server, name });
  const sql = connect(url, options);
  endings.push(async () => {
    await sql.end({ timeout: 5 });
    await asAdmin({ server, work: (admin) => admin.unsafe(`drop database if exists ${name} with (force)`) });
  });
  return { url, sql };
}
