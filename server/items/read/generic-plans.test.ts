// Repeated reads run with a generic plan, until it turns out to be slow.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getGenericPlanPool } from "#server/db/pools.ts";
import { mayUseGenericPlan, noteGenericPlan } from "#server/items/read/generic-plans.ts";
import { readList } from "#server/items/read/read.ts";
import { createTestDatabase } from "#tests/support/database.ts";

// One connection of each kind, so that its prepared statements can be read.
const { sql } = await createTestDatabase({ max: 2 });
const pool = getGenericPlanPool(sql);

async function readPlans(text: string): Promise<{ generic: number; custom: number }> {
  const [row] = await pool<{ generic: number; custom: number }[]>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement = ${text}`;
  return { generic: row?.generic ?? 0, custom: row?.custom ?? 0 };
}

async function readTimes(text: string, { times }: { times: number }): Promise<void> {
  for (let count = 0; count < times; count += 1) await readList({ sql, statement: { text, values: [count] } });
}

test("a repeated read is planned once", async () => {
  assert.notEqual(pool, sql);
  const statement = `select null as stamp, '[]'::text as data, 0.5::float8 as ms where $1::int is not null`;
  await readTimes(statement, { times: 5 });
  // The first execution is not prepared.
  assert.deepEqual(await readPlans(statement), { generic: 4, custom: 0 });
});

test("a statement whose generic plan is repeatedly slow is planned for each execution", async () => {
  const slow = `select null as stamp, '[]'::text as data, 51::float8 as ms where $1::int is not null`;
  await readTimes(slow, { times: 8 });
  assert.deepEqual(await readPlans(slow), { generic: 4, custom: 0 });
  assert.equal(mayUseGenericPlan(slow), false);
});

test("a single slow execution, as on a busy machine, keeps the generic plan, unless it takes a second", () => {
  const noteTimes = (text: string, times: readonly number[]): boolean => {
    for (const ms of times) noteGenericPlan({ text, ms });
    return mayUseGenericPlan(text);
  };
  const fast = Array.from({ length: 40 }, () => 1);
  assert.equal(noteTimes("select 2", [60, ...fast, 60, ...fast, 60, ...fast, 60, ...fast]), true);
  assert.equal(noteTimes("select 2", [60, 1, 60, 1, 60, 1]), true);
  assert.equal(noteTimes("select 2", [60]), false);
  assert.equal(noteTimes("select 3", [1_001]), false);
});

test("a statement that is fast keeps its generic plan", () => {
  noteGenericPlan({ text: "select 1", ms: 50 });
  assert.equal(mayUseGenericPlan("select 1"), true);
});
