import assert from "node:assert/strict";
import { test } from "node:test";
import { startHeartbeat } from "#server/db/availability/heartbeat.ts";
import { createPool } from "#server/db/pool.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";

const { sql, url } = await createTestDatabase({ max: 2 });

test("connections that lead to a standby are closed until they lead to the primary", async () => {
  // A function of the database takes the place of PostgreSQL's own, as a standby would answer.
  await sql`create schema shadow`;
  await sql`create table shadow.role as select false as is_standby`;
  await sql.unsafe(`create function shadow.pg_is_in_recovery() returns boolean language sql as
    $$ select is_standby from shadow.role $$`);
  const [{ name }] = await sql<[{ name: string }]>`select current_database() as name`;
  await sql.unsafe(`alter database "${name}" set search_path = shadow, pg_catalog, public`);
  const pool = createPool(url, { max: 1 });
  const readPid = () => pool<[{ pid: number }]>`select pg_backend_pid() as pid`.then(([row]) => row.pid);
  const lines: string[] = [];
  const stop = startHeartbeat({ url, pools: [pool], log: (line) => lines.push(line), intervalMs: 20 });
  beforeDatabaseCleanup(async () => {
    await stop();
    await pool.end({ timeout: 1 });
  });
  const pid = await readPid();
  await sql`update shadow.role set is_standby = true`;
  await eventually(() => assert.equal(lines.length, 1));
  await sql`update shadow.role set is_standby = false`;
  await eventually(async () => assert.notEqual(await readPid(), pid));
  assert.match(lines[0]!, /is a standby/);
});
