// `queue_job` writes what graphile-worker's own function writes, without telling the workers before the commit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { queueJob } from "#server/jobs/jobs.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";

const { sql } = await createTestDatabase();

const addWith = {
  queue_job: (key: string | null, payload: object) =>
    sql`select queue_job('payment-check', ${JSON.stringify(payload)}::text::json, ${key}, '2030-01-01', 25)`,
  add_job: (key: string | null, payload: object) =>
    sql`select graphile_worker.add_job('payment-check', payload := ${JSON.stringify(payload)}::text::json, job_key := ${key}, run_at := '2030-01-01', max_attempts := 25)`,
};

/** The rows of the queue without what differs between any two jobs. */
async function readJobs(): Promise<object[]> {
  const rows = await sql<{ job: object }[]>`
    select to_jsonb(j) - array['id', 'created_at', 'updated_at', 'locked_at'] as job from graphile_worker._private_jobs j order by id`;
  return rows.map(({ job }) => job);
}

/** Jobs with and without a key; a waiting one replaced; one that had failed; one that is running. */
async function queueAll(add: (key: string | null, payload: object) => PromiseLike<unknown>): Promise<object[]> {
  await sql`delete from graphile_worker._private_jobs`;
  await add(null, { attempt: 1 });
  await add("waiting", { attempt: 2 });
  await add("waiting", { attempt: 3 });
  await add("failed", { attempt: 4 });
  await sql`update graphile_worker._private_jobs set attempts = 25, last_error = 'no answer' where key = 'failed'`;
  await add("failed", { attempt: 5 });
  await add("running", { attempt: 6 });
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1 where key = 'running'`;
  await add("running", { attempt: 7 });
  return readJobs();
}

test("a job is queued as by the library", async () => {
  const own = await queueAll(addWith.queue_job);
  assert.equal(own.length, 6);
  assert.deepEqual(own, await queueAll(addWith.add_job));
});

test("workers are told after the commit, and not for a transaction that was rolled back", async () => {
  const received: string[] = [];
  const { unlisten } = await sql.listen("jobs:insert", (payload) => received.push(payload));
  const payload = { attempt: 1 };
  // Without the announcement of `runTransaction` nothing is sent.
  await sql.begin((tx) => queueJob({ tx, task: "payment-check", payload }));
  const rolledBack = runTransaction({
    sql,
    work: async (tx) => {
      await queueJob({ tx, task: "payment-check", payload });
      throw new Error("rolled back");
    },
  });
  await assert.rejects(rolledBack, /rolled back/);
  await runTransaction({
    sql,
    work: async (tx) => {
      await queueJob({ tx, task: "payment-check", payload });
      await tx.savepoint((inner) => queueJob({ tx: inner, task: "payment-check", payload }));
    },
  });
  await eventually(() => assert.deepEqual(received, [JSON.stringify({ count: 2 })]));
  await unlisten();
});
