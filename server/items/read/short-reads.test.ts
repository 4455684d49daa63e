// Short reads share two connections, and none waits long for another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createPools, getShortReadPool } from "#server/db/pools.ts";
import { readList } from "#server/items/read/read.ts";
import { isShortRead, noteReadTime } from "#server/items/read/short-reads.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";

const { sql: admin, url } = await createTestDatabase();
const sql = createPools(url, { size: 20 });
beforeDatabaseCleanup(() => sql.end({ timeout: 1 }));

/** A read that answers with the process that ran it, and sleeps for its number of seconds. */
const createStatement = (name: string): string =>
  `select null as stamp, pg_backend_pid()::text as data, 1::float8 as ms, '${name}' as name from pg_sleep($1::float8)`;

async function read(text: string, seconds = 0): Promise<string> {
  const { data } = await readList({ sql, statement: { text, values: [seconds] } });
  return data!;
}

async function readTogether(text: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => read(text)));
}

async function createShortRead(name: string): Promise<string> {
  const text = createStatement(name);
  for (let count = 0; count < 17; count += 1) await read(text);
  assert.equal(isShortRead(text), true);
  return text;
}

const listShared = async (): Promise<string[]> => {
  const rows = await admin<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'chaavi short reads'`;
  return rows.map(({ pid }) => String(pid));
};

test("a read that has been short many times runs by one of two connections, however many run at once", async () => {
  const text = createStatement("control");
  await read(text);
  assert.ok(
    new Set(await readTogether(text, 10)).size > 2,
    "control: a read that is not known has a connection of its own",
  );
  const known = await createShortRead("short");
  const processes = new Set(await readTogether(known, 40));
  assert.ok(processes.size <= 2);
  const shared = await listShared();
  for (const pid of processes) assert.ok(shared.includes(pid));
});

test("a short read that takes long once is answered, holds up none for long, and is not short any more", async () => {
  const [text, other] = [await createShortRead("long"), await createShortRead("other")];
  let isLongAnswered = false;
  const long = read(text, 3).then((pid) => {
    isLongAnswered = true;
    return pid;
  });
  await readTogether(other, 30);
  assert.equal(isLongAnswered, false);
  const pid = await long;
  assert.ok(!(await listShared()).includes(pid));
  assert.equal(isShortRead(text), false);
});

test("reads behind one whose connection is lost are answered or fail", async () => {
  const text = await createShortRead("lost");
  const pool = getShortReadPool(sql)!;
  const blocked = Array.from({ length: 2 }, () => pool`select pg_sleep(0.9)`.catch(() => {}));
  await wait(50);
  const reads = readTogether(text, 30).catch(() => []);
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chaavi short reads' and datname = current_database()`;
  await Promise.all([...blocked, reads]);
  await eventually(() => read(text));
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
