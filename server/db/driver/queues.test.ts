// The driver's queues of connections do not grow with the statements of a pool.
import assert from "node:assert/strict";
import { test } from "node:test";
import postgres from "postgres";
import { createPool, type Sql } from "#server/db/pool.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { url } = await createTestDatabase();
const connections = 3;
const statements = 200;

/** The longest list that is searched while statements follow one another, and one connection is never in use. */
async function findLongestSearch(sql: Sql): Promise<number> {
  // All connections are open.
  await Promise.all(
    Array.from({ length: connections }, () => sql.unsafe("select pg_sleep(0.1)", [], { prepare: true })),
  );
  const search = Array.prototype.indexOf;
  let longest = 0;
  const watched = function (this: unknown[], ...args: Parameters<typeof search>): number {
    longest = Math.max(longest, this.length);
    return search.apply(this, args);
  };
  Reflect.set(Array.prototype, "indexOf", watched);
  try {
    for (let count = 0; count < statements; count += 1) await sql.unsafe("select 1", [], { prepare: true });
    await sql.begin(async (tx) => tx`select 1`);
  } finally {
    Reflect.set(Array.prototype, "indexOf", search);
    await sql.end();
  }
  return longest;
}

test("a pool searches no more than its connections; the driver's own searches a place for each statement", async () => {
  assert.ok((await findLongestSearch(createPool(url, { max: connections }))) <= connections);
  assert.ok((await findLongestSearch(postgres(url, { max: connections, onnotice: () => {} }))) >= statements);
});
