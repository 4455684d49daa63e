// The number of prepared statements per connection is bounded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionLifeMs, PreparedStatements } from "#server/db/prepared.ts";
import { getGenericPlanPool } from "#server/db/pools.ts";
import { startApp } from "#tests/support/app.ts";

test("prepares repeated statements only", () => {
  const statements = new PreparedStatements(() => 0);
  assert.equal(statements.shouldPrepare("select 1"), false);
  assert.equal(statements.shouldPrepare("select 1"), true);
  assert.equal(statements.shouldPrepare("select 2"), false);
});

test("prepares at most 500 statements, and new ones after the connections are renewed", () => {
  let now = 0;
  const statements = new PreparedStatements(() => now);
  const countPrepared = (from: number, to: number): number => {
    let count = 0;
    for (let number = from; number < to; number += 1) {
      statements.shouldPrepare(`select ${number}`);
      if (statements.shouldPrepare(`select ${number}`)) count += 1;
    }
    return count;
  };
  assert.equal(countPrepared(0, 500), 500);
  // The first time the limit is reached it is reset, since no connection is older than its statements.
  assert.equal(countPrepared(500, 3_000), 500);
  assert.equal(statements.shouldPrepare("select 999"), true);
  assert.equal(countPrepared(3_000, 6_000), 0);
  now += connectionLifeMs;
  assert.equal(countPrepared(6_000, 9_000), 500);
});

test("600 different queries leave no prepared statement on the connection, a repeated one does", async () => {
  const { asUser, sql } = await startApp({ poolSize: 1 });
  const client = await asUser();
  const countPrepared = async (): Promise<number> =>
    (await getGenericPlanPool(sql)<{ count: number }[]>`select count(*)::int as count from pg_prepared_statements`)[0]!
      .count;
  const sendRequest = async (sort: string) =>
    assert.equal((await client.get(`/items/Areas?limit=1&sort=${sort}`)).status, 200);
  const fields = ["id", "area_name", "city", "state", "date_created", "date_updated"];
  const sorts = fields.flatMap((first) =>
    fields.flatMap((second) =>
      fields.flatMap((third) => [
        `${first},${second},-${third}`,
        `-${first},${second},${third}`,
        `${first},-${second},${third}`,
      ]),
    ),
  );
  await sendRequest("id");
  const before = await countPrepared();
  for (const sort of sorts.slice(0, 600)) await sendRequest(sort);
  assert.ok((await countPrepared()) - before < 5, `${await countPrepared()} are prepared`);
  await sendRequest("id,city");
  await sendRequest("id,city");
  assert.equal((await countPrepared()) - before > 0, true);
});
