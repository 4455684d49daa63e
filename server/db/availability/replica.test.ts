// Reads of a real streaming standby; the cluster is that of `npm run cluster`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findFreePort } from "#server/db/embedded/embedded.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { createPools } from "#server/db/pools.ts";
import { readFromReplica } from "#server/db/availability/replica.ts";
import { eventually } from "#tests/support/eventually.ts";
import { DatabaseCluster } from "#tools/cluster/database-cluster.ts";
import { describeMissing, findClusterPrograms } from "#tools/cluster/programs.ts";

const found = findClusterPrograms();
const skip = "missing" in found ? describeMissing(found.missing) : false;
let cluster: DatabaseCluster;
let sql: Sql;
let direct: Sql;
let admin: Sql;

before(async () => {
  if ("missing" in found) return;
  cluster = await DatabaseCluster.start({
    programs: found.programs,
    http: { listen: `127.0.0.1:${await findFreePort()}`, servers: ["127.0.0.1:1"] },
  });
  await cluster.waitUntilComplete(60_000);
  sql = createPools(cluster.url, { size: 4, replicaUrl: cluster.replicaUrl });
  direct = createPool(cluster.replicaUrl, { max: 1 });
  admin = createPool(cluster.toAdminUrl(cluster.replicaUrl), { max: 1 });
  await sql`create table written (number int primary key)`;
  await eventually(async () => assert.ok((await readWritten()).isReplica));
});

after(async () => {
  for (const pool of [sql, direct, admin]) await pool?.end({ timeout: 1 });
  await cluster?.stop();
});

const select = (connection: Sql) => connection<{ count: number; isReplica: boolean }[]>`
  select (select count(*)::int from written) as count, pg_is_in_recovery() as "isReplica"`;
const readWritten = async (pool = sql) =>
  (await readFromReplica({ sql: pool, read: async (connection) => select(connection) }))[0]!;

test("a read finds everything that was committed before, most often on the standby", { skip }, async () => {
  const outcomes = { onReplica: 0, missedWithoutWaiting: 0 };
  for (let number = 1; number <= 200; number += 1) {
    await sql.begin((tx) => tx`insert into written values (${number})`);
    const [[unchecked], read] = await Promise.all([select(direct), readWritten()]);
    assert.equal(read.count, number);
    if (read.isReplica) outcomes.onReplica += 1;
    if (unchecked!.count < number) outcomes.missedWithoutWaiting += 1;
  }
  console.log(outcomes);
  assert.ok(outcomes.onReplica > 100, JSON.stringify(outcomes));
});

test("a standby that is behind is not read, and again once it has caught up", { skip }, async () => {
  await admin`select pg_wal_replay_pause()`;
  // It is requested only: records are replayed until the process that does so notices.
  await eventually(async () => {
    const [replay] = await admin<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`;
    assert.equal(replay!.state, "paused");
  });
  await sql.begin((tx) => tx`insert into written values (1001)`);
  const [control] = await select(direct);
  const read = await readWritten();
  assert.deepEqual([control!.count, control!.isReplica], [200, true], "control: the standby does not have the row");
  assert.deepEqual({ ...read }, { count: 201, isReplica: false });
  await admin`select pg_wal_replay_resume()`;
  await eventually(async () => assert.deepEqual({ ...(await readWritten()) }, { count: 201, isReplica: true }));
});

test("a standby that refuses connections or is another database is not read", { skip }, async () => {
  for (const replicaUrl of ["postgres://chaavi@127.0.0.1:1/chaavi", cluster.url]) {
    const pool = createPools(cluster.url, { size: 4, replicaUrl });
    try {
      const startedAt = performance.now();
      assert.deepEqual({ ...(await readWritten(pool)) }, { count: 201, isReplica: false });
      assert.ok(performance.now() - startedAt < 5_000);
    } finally {
      await pool.end({ timeout: 1 });
    }
  }
});

test(
  "a read that only the standby rejects is repeated on the primary, one that takes too long is not",
  { skip },
  async () => {
    const write = async (connection: Sql) => connection<{ id: string }[]>`select pg_current_xact_id()::text as id`;
    await eventually(async () => assert.ok((await readWritten()).isReplica));
    assert.equal((await readFromReplica({ sql, read: write })).length, 1);
    await eventually(async () => assert.ok((await readWritten()).isReplica));
    let runs = 0;
    const slow = readFromReplica({
      sql,
      read: async (connection) => {
        runs += 1;
        return connection.unsafe("set statement_timeout = 50; select pg_sleep(1)");
      },
    });
    await assert.rejects(slow, { code: "57014" });
    assert.equal(runs, 1);
  },
);
