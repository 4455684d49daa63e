// What a connection keeps ready is bounded, whatever is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionLifeMs, PreparedStatements } from "#server/db/prepared.ts";
import { startApp } from "#tests/support/app.ts";

test("what comes again is kept, what comes once is not", () => {
  const statements = new PreparedStatements(() => 0);
  assert.equal(statements.keeps("select 1"), false);
  assert.equal(statements.keeps("select 1"), true);
  assert.equal(statements.keeps("select 2"), false);
});

test("no more than five hundred are kept, those that are stay, and others follow once connections have renewed", () => {
  let now = 0;
  const statements = new PreparedStatements(() => now);
  const kept = (from: number, to: number): number => {
    let count = 0;
    for (let number = from; number < to; number += 1) {
      statements.keeps(`select ${number}`);
      if (statements.keeps(`select ${number}`)) count += 1;
    }
    return count;
  };
  assert.equal(kept(0, 500), 500);
  // The first time it is full it may begin anew: no connection is older than its own statements.
  assert.equal(kept(500, 3_000), 500);
  assert.equal(statements.keeps("select 999"), true);
  assert.equal(kept(3_000, 6_000), 0);
  now += connectionLifeMs;
  assert.equal(kept(6_000, 9_000), 500);
});

test("six hundred different queries leave nothing behind on the connection, one asked again does", async () => {
  const { as, sql } = await startApp({ poolSize: 1 });
  const caller = await as();
  const kept = async (): Promise<number> =>
    (await sql<{ count: number }[]>`select count(*)::int as count from pg_prepared_statements`)[0]!.count;
  const ask = async (sort: string) => assert.equal((await caller.get(`/items/Areas?limit=1&sort=${sort}`)).status, 200);
  const fields = ["id", "area_name", "city", "state", "date_created", "date_updated"];
  const sorts = fields.flatMap((one) =>
    fields.flatMap((two) =>
      fields.flatMap((three) => [`${one},${two},-${three}`, `-${one},${two},${three}`, `${one},-${two},${three}`]),
    ),
  );
  await ask("id");
  const before = await kept();
  for (const sort of sorts.slice(0, 600)) await ask(sort);
  assert.ok((await kept()) - before < 5, `${await kept()} are kept`);
  await ask("id,city");
  await ask("id,city");
  assert.equal((await kept()) - before > 0, true);
});
