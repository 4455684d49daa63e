import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { closeConnections, createPool, type Tx } from "#server/db/pool.ts";
import { isConnectionLost } from "#server/db/availability/connection-lost.ts";
import { runTransaction, sendWithCommit } from "#server/db/transaction.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";

const { url, sql } = await createTestDatabase();

/** Works that are interrupted by the loss of the connection, while a statement runs or between two. */
const works: { [name: string]: (tx: Tx) => Promise<unknown> } = {
  "in a statement": (tx) => tx`select pg_sleep(10)`,
  "between two statements": async (tx) => {
    await tx`select 1`;
    await wait(200);
    await tx`select 2`;
  },
  "in a savepoint": (tx) => tx.savepoint((inner) => inner`select pg_sleep(10)`),
  "in a savepoint whose failure is handled": async (tx) => {
    await tx.savepoint((inner) => inner`select pg_sleep(10)`).catch(() => undefined);
    await tx`select 2`;
  },
  "in a statement whose failure is handled": async (tx) => {
    await tx`select pg_sleep(10)`.catch(() => undefined);
    await tx`select 2`;
  },
  "before a statement is sent": async (tx) => {
    const later = tx`select 2`;
    await tx`select pg_sleep(10)`.catch(() => undefined);
    await later;
  },
  "while statements wait for the description of another one": async (tx) => {
    // Parameters of a new statement are described first; what follows is kept by the driver.
    const sent = [tx`select pg_sleep(${10})`, tx`select ${1}::int`, tx`select 2`].map((query) => query.execute());
    const outcomes = await Promise.allSettled(sent);
    statuses.push(...outcomes.map(({ status }) => status));
    throw new Error("all are settled");
  },
};
const statuses: string[] = [];

async function assertTransactionLost(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const single = createPool(url, { max: 1 });
  beforeDatabaseCleanup(() => single.end({ timeout: 1 }));
  // A connection lost while the driver still opens it would be another case.
  await single`select 1`;
  const transaction = runTransaction({ sql: single, work }).then(
    () => assert.fail("the connection was not lost"),
    (error: unknown) => error,
  );
  await wait(100);
  closeConnections(single);
  assert.ok(isConnectionLost(await transaction));
  const rows = await runTransaction({
    sql: single,
    work: async (tx) => {
      await tx`create temporary table kept (id integer) on commit drop`;
      await tx`insert into kept values (1)`;
      // What the lost work still does must not reach this transaction.
      await wait(300);
      await tx`insert into kept values (2)`;
      return tx<{ id: number }[]>`select id from kept order by id`;
    },
  });
  assert.deepEqual(
    rows.map(({ id }) => id),
    [1, 2],
  );
}

test(
  "a lost connection rejects its transaction only, and nothing of it runs in the next one",
  { concurrency: true },
  async (context) => {
    await Promise.all(
      Object.entries(works).map(([name, work]) => context.test(`lost ${name}`, () => assertTransactionLost(work))),
    );
    assert.deepEqual(statuses, ["rejected", "rejected", "rejected"]);
  },
);

test("a statement that is sent with the commit belongs to the transaction", async () => {
  await sql`create table entries (id integer primary key)`;
  const read = await runTransaction({
    sql,
    work: async (tx) => {
      await tx`insert into entries values (1)`;
      return sendWithCommit(tx, tx<{ id: number }[]>`select id from entries`);
    },
  });
  assert.deepEqual([...(await read())], [{ id: 1 }]);

  // PostgreSQL answers the commit of a failed transaction with a rollback, and with no error.
  const failed = runTransaction({
    sql,
    work: async (tx) => {
      await tx`insert into entries values (2)`;
      await sendWithCommit(tx, tx`insert into entries values (1)`);
    },
  });
  await assert.rejects(failed, { code: "23505" });
  assert.equal((await sql`select from entries where id = 2`).length, 0);
  // The connection is free and outside of a transaction.
  assert.equal((await sql`select 1`).length, 1);
});

test("a statement for the commit of a savepoint is awaited there, so that its error can be handled", async () => {
  await sql`create table inner_entries (id integer primary key)`;
  await runTransaction({
    sql,
    work: async (tx) => {
      await tx`insert into inner_entries values (1)`;
      await assert.rejects(
        tx.savepoint((inner) => sendWithCommit(inner, inner`insert into inner_entries values (1)`)),
        { code: "23505" },
      );
    },
  });
  assert.equal((await sql`select from inner_entries`).length, 1);
});
