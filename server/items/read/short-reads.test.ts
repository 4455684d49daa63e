// Short reads share two connections, and none waits long for another.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createPool } from "#server/db/pool.ts";
import { createPools, getShortReadPool, shortReads } from "#server/db/pools.ts";
import { readList } from "#server/items/read/read.ts";
import { isShortRead, noteReadTime } from "#server/items/read/short-reads.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";

const { maxRunning } = shortReads;
const { sql: admin, url } = await createTestDatabase();
const sql = createPools(url, { size: 20 });
beforeDatabaseCleanup(() => sql.end({ timeout: 1 }));

/** A read that answers with the process that ran it, and sleeps for its number of seconds. */
const createStatement = (name: string, from = "pg_sleep($1::float8)"): string =>
  `select null as stamp, pg_backend_pid()::text as data, 1::float8 as ms, '${name}' as name from ${from}`;

async function read(text: string, seconds = 0): Promise<string> {
  const { data } = await readList({ sql, statement: { text, values: [seconds] } });
  return data!;
}

async function readTogether(text: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => read(text)));
}

async function createShortRead(name: string, from?: string): Promise<string> {
  const text = createStatement(name, from);
  for (let count = 0; count < 17; count += 1) await read(text);
  assert.equal(isShortRead(text), true);
  return text;
}

const listShared = async (): Promise<string[]> => {
  const rows = await admin<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'chaavi short reads'`;
  return rows.map(({ pid }) => String(pid));
};

test("a read that has been short many times runs by one of two connections, up to sixteen at once", async () => {
  const text = createStatement("control");
  await read(text);
  assert.ok(
    new Set(await readTogether(text, 10)).size > 2,
    "control: a read that is not known has a connection of its own",
  );
  const known = await createShortRead("short");
  const processes = new Set(await readTogether(known, maxRunning));
  const shared = await listShared();
  assert.ok(processes.size <= 2);
  for (const pid of processes) assert.ok(shared.includes(pid));
  const ofMore = await readTogether(known, maxRunning * 2);
  assert.equal(ofMore.filter((pid) => shared.includes(pid)).length, maxRunning);
});

test("a short read that takes long once is answered, holds up none for long, and is not short any more", async () => {
  const [text, other] = [await createShortRead("long"), await createShortRead("other")];
  let isLongAnswered = false;
  const long = read(text, 1.5).then((pid) => {
    isLongAnswered = true;
    return pid;
  });
  await readTogether(other, maxRunning * 2);
  assert.equal(isLongAnswered, false);
  const pid = await long;
  assert.ok(!(await listShared()).includes(pid));
  assert.equal(isShortRead(text), false);
});

describe("a short read that waits for a lock", () => {
  /** Reads of a locked table on one connection, others behind them. */
  async function readBehindLock(
    readBoth: (locked: string, other: string) => { locked: Promise<unknown>[]; others: Promise<unknown>[] },
  ) {
    await admin`create table if not exists locked (id int)`;
    const locked = await createShortRead(
      "locked",
      "(select pg_sleep($1::float8) from (select count(*) from locked) l) x",
    );
    const other = await createShortRead("behind");
    const holder = await admin.reserve();
    await holder`begin`;
    await holder`lock table locked in access exclusive mode`;
    const { locked: waiting, others } = readBoth(locked, other);
    const first = await Promise.race([Promise.all(others).then(() => "others"), wait(1_500, "nothing")]);
    await holder`commit`;
    holder.release();
    await Promise.all([...waiting, ...others]);
    return { first, locked };
  }

  test("gets a connection of its own, and those behind it are answered before the lock is released", async () => {
    const { first, locked } = await readBehindLock((text, other) => ({
      locked: Array.from({ length: 3 }, () => read(text)),
      others: Array.from({ length: maxRunning - 3 }, () => read(other)),
    }));
    assert.equal(first, "others");
    assert.equal(isShortRead(locked), false);
  });

  test("control: without the time-out of shared connections they wait for the lock", async () => {
    const pool = createPool(url, { max: 2 });
    await Promise.all([pool`select 1`, pool`select 1`]);
    const run = (text: string) => pool.unsafe(text, [0]).execute();
    const { first } = await readBehindLock((text, other) => ({
      locked: Array.from({ length: 3 }, () => run(text)),
      others: Array.from({ length: maxRunning - 3 }, () => run(other)),
    }));
    await pool.end();
    assert.equal(first, "nothing");
  });
});

test("reads behind one whose connection is lost run by another connection", async () => {
  const text = await createShortRead("lost");
  const { pool } = getShortReadPool(sql)!;
  const runOnBoth = (statement: string) => Array.from({ length: 2 }, () => pool.unsafe(statement).execute());
  await Promise.all(runOnBoth("select set_config('statement_timeout', '0', false), pg_sleep(0.1)"));
  const blocked = runOnBoth("select pg_sleep(60)").map((sleeping) => sleeping.catch(() => {}));
  const lost = await listShared();
  const reads = readTogether(text, maxRunning);
  await admin`select pg_terminate_backend(pid::int) from unnest(${lost}::text[]) pid`;
  await Promise.all(blocked);
  for (const pid of await reads) assert.ok(!lost.includes(pid));
});

test("the average decides, and one long execution ends it", () => {
  const note = (text: string, times: readonly number[]): boolean => {
    for (const ms of times) noteReadTime({ text, ms });
    return isShortRead(text);
  };
  const fast = Array.from({ length: 16 }, () => 1);
  assert.equal(note("select 4", fast.slice(1)), false);
  assert.equal(note("select 4", [1]), true);
  assert.equal(note("select 4", [51]), false);
  assert.equal(note("select 5", [...fast, 40, 40, 40]), false);
});
