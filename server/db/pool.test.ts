import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { closeConnections, createPool } from "#server/db/pool.ts";
import postgres from "postgres";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { TcpProxy } from "#tests/support/tcp-proxy.ts";

const { sql, url } = await createTestDatabase();
const single = createPool(url, { max: 1 });
beforeDatabaseCleanup(() => single.end({ timeout: 1 }));

test("connections use UTC, and plan the same at every database: without parallel workers and compilation", async () => {
  const [settings] = await sql`
    select current_setting('TimeZone') as zone, current_setting('max_parallel_workers_per_gather') as workers,
      current_setting('jit') as jit, current_setting('random_page_cost') as pages`;
  assert.deepEqual({ ...settings }, { zone: "UTC", workers: "0", jit: "off", pages: "1.1" });
});

test("PostgreSQL detects a lost client within half a minute", async () => {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name like 'tcp_%' order by name`;
  assert.deepEqual(
    rows.map(({ setting }) => setting),
    ["3", "15", "5", "30000"],
    rows.map(({ name }) => name).join(", "),
  );
});

test("a query repeated at once after its connection was lost gets an answer, and so do later ones", async () => {
  await single`select 1 as answer`;
  const sleeping = single`select pg_sleep(10)`.execute();
  const repeated = sleeping.then(
    () => assert.fail("the connection was not lost"),
    () => single<{ answer: number }[]>`select 1 as answer`,
  );
  await wait(50);
  // The driver sends in the phase of `setImmediate`, where a socket reports most failures of writing.
  setImmediate(() => closeConnections(single));
  for (const query of [repeated, repeated.then(() => single<{ answer: number }[]>`select 1 as answer`)]) {
    const rows = await Promise.race([query, wait(5_000, undefined, { ref: false })]);
    assert.deepEqual(
      rows?.map(({ answer }) => answer),
      [1],
    );
  }
});

test("a connection lost while a query is buffered for it answers again at once", async () => {
  await single`select 1 as answer`;
  let lost: Promise<unknown> | undefined;
  await new Promise<void>((resolve) =>
    // The driver buffers the query until the next turn of the event loop; the connection closes in this one.
    setImmediate(() => {
      closeConnections(single);
      lost = single`select 1 as answer`.then(
        () => assert.fail("the connection was not lost"),
        () => undefined,
      );
      resolve();
    }),
  );
  await lost;
  const rows = await Promise.race([
    single<{ answer: number }[]>`select 1 as answer`,
    wait(5_000, undefined, { ref: false }),
  ]);
  assert.deepEqual(
    rows?.map(({ answer }) => answer),
    [1],
  );
});

test("queries fail while a proxy without a server closes every connection, and are answered afterwards", async () => {
  const proxy = await TcpProxy.createTo(url);
  const proxied = proxy.getProxiedUrl(url);
  await proxy.stop();
  const { hostname, port } = new URL(proxied);
  // It reads, so that the end is no reset.
  const closing = createServer((socket) => socket.on("error", () => {}).once("data", () => socket.end()));
  closing.listen(Number(port), hostname);
  const [pool, control] = [createPool(proxied, { max: 2 }), postgres(proxied, { max: 1, fetch_types: false })];
  beforeDatabaseCleanup(async () => {
    await Promise.all([pool.end({ timeout: 1 }), control.end({ timeout: 1 }), proxy.stop()]);
  });
  const unanswered = control`select 1`.then(
    () => "answered",
    () => "rejected",
  );
  const queries = [1, 2, 3, 4, 5].map(() => assert.rejects(pool`select 1`.execute(), { code: "CONNECTION_CLOSED" }));
  await Promise.race([Promise.all(queries), wait(5_000).then(() => assert.fail("a query waits"))]);
  const outcome = await Promise.race([unanswered, wait(500, "waits")]);
  assert.equal(outcome, "waits", "control: the driver alone tries for ever");
  await new Promise((resolve) => closing.close(resolve));
  await proxy.start();
  await eventually(async () => assert.equal((await pool<{ answer: number }[]>`select 1 as answer`)[0]!.answer, 1));
});

test("a connection is reserved when none is open yet, and when all are in use", async () => {
  const pool = createPool(url, { max: 2 });
  beforeDatabaseCleanup(() => pool.end({ timeout: 1 }));
  const [first, second] = await Promise.all([pool.reserve(), pool.reserve()]);
  const waiting = pool.reserve();
  first.release();
  const third = await waiting;
  const answers = await Promise.all([second, third].map((one) => one<{ answer: number }[]>`select 1 as answer`));
  assert.deepEqual(
    answers.map(([row]) => row!.answer),
    [1, 1],
  );
  for (const one of [second, third]) one.release();
});
