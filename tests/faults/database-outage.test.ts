// PostgreSQL on another host is stopped or unreachable while vehicles check in: requests get error codes, no
// acknowledged change is lost, and the server recovers without a restart. OUTAGE_SECONDS is the duration of each
// failure.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#server/db/pool.ts";
import { CheckInStream, checkInStreamSettings } from "#tests/support/check-in-stream.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { TcpProxy } from "#tests/support/tcp-proxy.ts";

const outageMs = Number(process.env["OUTAGE_SECONDS"] ?? 0) * 1_000;
/** From the end of a failure to the first check-in: the rest of a heartbeat, and the pause between two connections. */
const recoveryMs = 20_000;
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-outage-"));
let sql: Sql;
let proxy: TcpProxy;
let server: ServerProcess;
let stream: CheckInStream;

before(async () => {
  const database = await createTestDatabase({ max: 2 });
  sql = database.sql;
  proxy = await TcpProxy.createTo(database.url);
  server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.getProxiedUrl(database.url),
    ...checkInStreamSettings,
  });
  stream = await CheckInStream.prepare(server);
});

after(async () => {
  await server.kill();
  await proxy.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Vehicles arrive before, during and after the failure; returns the error codes in the meantime. */
async function runOutageDuringCheckIns({
  fail,
  recover,
}: {
  fail: () => Promise<void> | void;
  recover: () => Promise<void> | void;
}): Promise<string[]> {
  const gates = stream.open();
  let rejected: string[] = [];
  try {
    await gates.waitForCount(stream.acknowledged.size + 40);
    await fail();
    assert.equal(await stream.checkIn(), "SERVICE_UNAVAILABLE");
    await sleep(outageMs);
    await recover();
    const backAt = performance.now();
    await gates.waitForCount(stream.acknowledged.size + 1);
    const recoveredMs = Math.round(performance.now() - backAt);
    console.log({ outageMs, recoveredMs, slowestMs: Math.round(stream.slowestMs) });
    assert.ok(recoveredMs < recoveryMs, `the first check-in came after ${recoveredMs} ms`);
    await gates.waitForCount(stream.acknowledged.size + 40);
  } finally {
    rejected = await gates.stop();
  }
  console.log({ acknowledged: stream.acknowledged.size, refused: rejected.length });
  return rejected;
}

test("a stopped database: every request is rejected with a code, and the server recovers", async () => {
  const rejected = await runOutageDuringCheckIns({ fail: () => proxy.stop(), recover: () => proxy.start() });
  assert.deepEqual([...new Set(rejected)], ["SERVICE_UNAVAILABLE"]);
  await stream.assertNothingLost(sql);
});

test("a silent database: no request waits longer than the heartbeat allows", async () => {
  const rejected = await runOutageDuringCheckIns({ fail: () => proxy.freeze(), recover: () => proxy.thaw() });
  // A branch that has used up its share of the connections gets SERVER_BUSY.
  assert.deepEqual(
    rejected.filter((code) => code !== "SERVICE_UNAVAILABLE" && code !== "SERVER_BUSY"),
    [],
  );
  assert.match(server.output(), /The database has not answered for 10 seconds/);
  await stream.assertNothingLost(sql);
});

test("no response takes longer than the heartbeat plus the wait for a connection", () => {
  assert.ok(stream.slowestMs < 30_000, `${stream.slowestMs} ms`);
});

test("the heartbeat ends with the server", async () => {
  await server.kill("SIGTERM");
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity where application_name = 'chaavi heartbeat' and datname = current_database()`;
  assert.equal(count, 0);
});
