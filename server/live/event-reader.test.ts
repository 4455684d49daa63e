// §7 live: every event of a committed transaction is read once, whatever the order of ids and commits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, type PoolOptions, type Sql, type Tx } from "#server/db/pool.ts";
import { eventConnection } from "#server/db/pools.ts";
import type { LiveEvent } from "#server/live/event.ts";
import { EventReader } from "#server/live/event-reader.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { TcpProxy } from "#tests/support/tcp-proxy.ts";

const { sql, url } = await createTestDatabase();
const collection = "Parking_Information";
const writers = 16;
const rounds = 30;

interface Receiver {
  reader: EventReader;
  pool: Sql;
  received: LiveEvent[];
  gaps: number;
}

interface ReceiverOptions {
  address?: string;
  /** Of its connection. */
  options?: PoolOptions;
  now?: () => number;
}

/** A process that reads events; `name` is that of its connection. */
async function startReceiver(
  name: string,
  { address = url, options = {}, now = () => performance.now() }: ReceiverOptions = {},
): Promise<Receiver> {
  const pool = createPool(address, { ...options, max: 1, name });
  const receiver: Omit<Receiver, "reader"> = { pool, received: [], gaps: 0 };
  const reader = new EventReader({
    sql: pool,
    onEvents: (events) => receiver.received.push(...events),
    onGap: () => (receiver.gaps += 1),
    now,
  });
  beforeDatabaseCleanup(async () => {
    await reader.stop();
    await pool.end({ timeout: 1 });
  });
  await reader.start();
  return Object.assign(receiver, { reader });
}

const insertEvents = (tx: Sql | Tx, { item, count = 1 }: { item: number; count?: number }) => tx<{ id: number }[]>`
  insert into activity (action, timestamp, collection, item)
  select 'update', now(), ${collection}, ${String(item)} from generate_series(1, ${count}) returning id`;

/** One change of a row, which waits for the one before, like an update of it; some are rolled back. */
async function changeRow({ tx, item, isRolledBack }: { tx: Tx; item: number; isRolledBack: boolean }): Promise<void> {
  await tx`select pg_advisory_xact_lock(4711, ${item})`;
  await insertEvents(tx, { item, count: 1 + (item % 3) });
  if (isRolledBack) throw new Error("rolled back");
}

/** Control: the reads of earlier versions, which looked back 50 ids. */
class LookBackReader {
  readonly found = new Set<number>();
  #last = 0;

  async read(): Promise<void> {
    const rows = await sql<{ id: number }[]>`select id from activity where id > ${this.#last - 50} order by id`;
    for (const { id } of rows) this.found.add(id);
    this.#last = Math.max(this.#last, ...rows.map(({ id }) => id));
  }
}

const terminate = (name: string) => sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = ${name}`;

/** Ends a connection in a transaction that has written an event. */
async function killWriter(killed: Sql): Promise<void> {
  // The driver answers the first query of a connection that was ended before with the error of that end.
  await killed`select 1`.catch(() => {});
  const lost = assert.rejects(
    killed.unsafe(`insert into activity (action, timestamp, collection, item) values ('update', now(), '${collection}', '2000');
      select pg_sleep(60)`),
  );
  await eventually(async () => {
    const connections = await sql<{ state: string | null; wait_event: string | null }[]>`
      select state, wait_event from pg_stat_activity
      where datname = current_database() and application_name = 'killed writer'`;
    const texts = connections.map(({ state, wait_event: event }) => `${state} ${event}`);
    assert.deepEqual(texts, ["active PgSleep"]);
  });
  await terminate("killed writer");
  await lost;
}

test("many writers, a long transaction, killed connections: each event is read once, and those of a row in their order", async () => {
  // Each second of this clock lasts a minute: on a busy machine a connection is not replaced within a second, which is a gap.
  const now = () => performance.now() / 60;
  const receivers = await Promise.all(
    ["steady reader", "interrupted reader"].map((name) => startReceiver(name, { now })),
  );
  const control = new LookBackReader();
  const pool = createPool(url, { max: writers + 1 });
  const killed = createPool(url, { max: 1, name: "killed writer" });
  beforeDatabaseCleanup(() => Promise.all([pool, killed].map((one) => one.end({ timeout: 1 }))));

  const started = Promise.withResolvers<number>();
  const release = Promise.withResolvers<undefined>();
  const long = pool.begin(async (tx) => {
    const [first] = await insertEvents(tx, { item: 1_000 });
    started.resolve(first!.id);
    await release.promise;
    await insertEvents(tx, { item: 1_000 });
  });
  const early = await started.promise;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < rounds; round += 1) {
        const isRolledBack = (writer + round) % 7 === 0;
        await pool.begin((tx) => changeRow({ tx, item: (writer * 5 + round) % 9, isRolledBack })).catch(() => {});
        for (const { reader } of receivers) reader.wake();
        await control.read();
        if (writer === 0 && round % 5 === 0) await terminate("interrupted reader");
        if (writer === 1 && round % 5 === 0) await killWriter(killed);
      }
    }),
  );
  release.resolve(undefined);
  await long;
  await control.read();

  const committed = await sql<{ id: number; item: string }[]>`select id, item from activity order by id`;
  assert.ok(committed.length > writers * rounds);
  for (const { received, gaps } of receivers) {
    await eventually(() => assert.ok(received.length >= committed.length, `${received.length} of ${committed.length}`));
    const ids = received.map(({ event }) => event);
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      committed.map(({ id }) => id),
    );
    for (const item of new Set(committed.map((row) => Number(row.item))))
      assert.deepEqual(
        received.filter(({ id }) => id === item).map(({ event }) => event),
        committed.filter((row) => Number(row.item) === item).map(({ id }) => id),
      );
    assert.equal(gaps, 0);
  }
  assert.ok(!control.found.has(early), "control: looking back 50 ids loses the event of the long transaction");
});

test("a failover to another timeline resets, and reading goes on", async () => {
  // A function of the database takes the place of PostgreSQL's own, as another primary would answer.
  await sql`create schema shadow`;
  await sql`create table shadow.timeline (name text not null)`;
  await sql`insert into shadow.timeline values ('00000001')`;
  await sql.unsafe(`create function shadow.pg_walfile_name(pg_lsn) returns text language sql as
    $$ select name || '0000000000000001' from shadow.timeline $$`);
  const [{ name }] = await sql<[{ name: string }]>`select current_database() as name`;
  await sql.unsafe(`alter database "${name}" set search_path = shadow, pg_catalog, public`);
  const receiver = await startReceiver("failed-over reader");
  await insertEvents(sql, { item: 1 });
  receiver.reader.wake();
  await eventually(() => assert.equal(receiver.received.length, 1));
  assert.equal(receiver.gaps, 0);
  await sql`update shadow.timeline set name = '00000002'`;
  for (const count of [2, 3]) {
    await insertEvents(sql, { item: count });
    receiver.reader.wake();
    await eventually(() => assert.equal(receiver.received.length, count));
    assert.equal(receiver.gaps, 1);
  }
  await sql.unsafe(`alter database "${name}" reset search_path`);
});

test("an outage resets, since what clients loaded upon the last events may have failed; a short one does not", async () => {
  const proxy = await TcpProxy.createTo(url);
  beforeDatabaseCleanup(() => proxy.stop());
  const receiver = await startReceiver("cut-off reader", { address: proxy.getProxiedUrl(url) });
  let item = 0;
  /** Returns the time in ms from the start of an outage of at least `ms` until its event was received. */
  const interrupt = async (ms: number): Promise<number> => {
    const startedAt = performance.now();
    await proxy.stop();
    receiver.reader.wake();
    await sleep(ms);
    await proxy.start();
    item += 1;
    await insertEvents(sql, { item });
    await eventually(() => assert.equal(receiver.received.at(-1)?.id, item));
    return performance.now() - startedAt;
  };
  // On a busy machine a short outage can last longer, and then resets as well.
  let gaps = 0;
  while ((await interrupt(50)) >= 1_000) ({ gaps } = receiver);
  assert.equal(receiver.gaps, gaps);
  await interrupt(1_500);
  assert.equal(receiver.gaps, gaps + 1);
});

test("more events than can be sent reset, and later ones are read", async () => {
  const receiver = await startReceiver("overtaken reader");
  await insertEvents(sql, { item: 1, count: 10_001 });
  receiver.reader.wake();
  await eventually(() => assert.equal(receiver.gaps, 1));
  assert.equal(receiver.received.length, 0);
  await insertEvents(sql, { item: 2 });
  receiver.reader.wake();
  await eventually(() =>
    assert.deepEqual(
      receiver.received.map(({ id }) => id),
      [2],
    ),
  );
});

/** Inserts an event with its match. */
const insertEventWithMatch = () => sql`
  with active as (
    insert into activity (action, timestamp, collection, item) values ('update', now(), ${collection}, '1') returning id)
  insert into live_matches (activity, "row") select id, '{"branch": 7}' from active`;

/** Matches of events that are not read, with numbers below zero. */
const insertMatches = ({ after, count }: { after: number; count: number }) => sql`
  insert into live_matches (activity, "row")
  select -n, '{"branch": 7}' from generate_series(${after + 1}::int, ${count}::int) n`;

/**
 * Reads events one by one: the first when there are `atFirst` matches, three others when there are 20,000. Returns how often all
 * matches were scanned for the latter.
 */
async function countMatchScans({
  name,
  options,
  atFirst,
}: {
  name: string;
  options: PoolOptions;
  atFirst: number;
}): Promise<number> {
  const matches = 20_000;
  await sql`truncate live_matches`;
  await insertMatches({ after: 0, count: atFirst });
  await sql`analyze activity, live_matches`;
  const { reader, pool, received } = await startReceiver(name, { options });
  const readNext = async (): Promise<void> => {
    const read = received.length + 1;
    await insertEventWithMatch();
    reader.wake();
    await eventually(() => assert.equal(received.length, read));
    assert.deepEqual(received.at(-1)!.row, { branch: 7 });
  };
  const countScans = async (): Promise<number> => {
    // A connection reports its scans at the latest when it ends, or is asked to.
    await pool`select pg_stat_force_next_flush()`;
    const [row] = await sql<{ scans: number }[]>`
      select seq_scan as scans from pg_stat_user_tables where relname = 'live_matches'`;
    return row!.scans;
  };
  await readNext();
  await insertMatches({ after: atFirst, count: matches });
  const scansBefore = await countScans();
  for (let read = 1; read <= 3; read += 1) await readNext();
  const scans = (await countScans()) - scansBefore;
  await reader.stop();
  return scans;
}

test("an event looks up its match by its key, however few matches there were when that was planned", async () => {
  const generic = { hasGenericPlans: true };
  assert.equal(await countMatchScans({ name: "many matches", options: generic, atFirst: 20_000 }), 0);
  assert.equal(await countMatchScans({ name: "few matches at first", options: eventConnection, atFirst: 0 }), 0);
  // Control: without the setting of the pool.
  assert.ok((await countMatchScans({ name: "plan for few matches", options: generic, atFirst: 0 })) >= 3);
});
