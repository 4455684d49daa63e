import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase();

test("connections use UTC and no parallel workers", async () => {
  const [settings] = await sql`
    select current_setting('TimeZone') as zone, current_setting('max_parallel_workers_per_gather') as helpers`;
  assert.deepEqual({ ...settings }, { zone: "UTC", helpers: "0" });
});

test("PostgreSQL detects a lost client within half a minute", async () => {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name like 'tcp_%' order by name`;
  assert.deepEqual(
    rows.map(({ setting }) => setting),
    ["3", "15", "5", "30000"],
    rows.map(({ name }) => name).join(", "),
  );
});
