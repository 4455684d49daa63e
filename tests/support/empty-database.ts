// An entirely empty database on the run's cluster.
import { randomBytes } from "node:crypto";
import { createTestDatabase, beforeDatabaseCleanup } from "#tests/support/database.ts";
import { withAdminConnection, getDatabaseUrl } from "#tests/support/cluster.ts";

/** The URL of a new, empty database, dropped after the file's tests. */
export async function createEmptyDatabase(): Promise<string> {
  const { url: neighbour, sql } = await createTestDatabase({ max: 1 });
  await sql.end();
  const name = `test_empty_${process.pid}_${randomBytes(4).toString("hex")}`;
  await withAdminConnection({ server: neighbour, work: (admin) => admin.unsafe(`create database ${name}`) });
  beforeDatabaseCleanup(() =>
    withAdminConnection({
      server: neighbour,
      work: (admin) => admin.unsafe(`drop database if exists ${name} with (force)`),
    }),
  );
  return getDatabaseUrl({ server: neighbour, name });
}
