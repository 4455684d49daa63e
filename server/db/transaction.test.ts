import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { closeConnections, createPool, type Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";

const { url } = await createTestDatabase();

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
};

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
  await transaction;
  const rows = await runTransaction({
    sql: single,
    work: async (tx) => {
      await tx`create temporary table kept (id integer) on commit drop`;
      await tx`insert into kept values (1)`;
      // Longer than lost work is kept from rolling back.
      await wait(6_000);
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
    // At the same time, since each waits for some seconds.
    await Promise.all(
      Object.entries(works).map(([name, work]) => context.test(`lost ${name}`, () => assertTransactionLost(work))),
    );
  },
);
