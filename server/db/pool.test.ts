import assert from "node:assert/strict";
import { test } from "node:test";
import { freshDatabase } from "#tests/support/database.ts";

const { sql } = await freshDatabase();

test("a connection of ours is in UTC and plans nothing for several processes", async () => {
  const [settings] = await sql`
    select current_setting('TimeZone') as zone, current_setting('max_parallel_workers_per_gather') as helpers`;
  assert.deepEqual({ ...settings }, { zone: "UTC", helpers: "0" });
});
