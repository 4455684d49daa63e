// Liveness and readiness: concurrent probes all succeed, liveness uses neither database nor disk, and a result is
// cached for a second.
import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { createPool } from "#server/db/pool.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-health-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const { app, url, clock } = await startApp({ config: { dataDir } });

const readStatus = async (probe: string): Promise<number> => (await app.inject(probe)).statusCode;
const readStatuses = (probe: string, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => readStatus(probe)));

for (const probe of ["/server/health", "/server/ready", "/server/live"])
  test(`50 concurrent callers of ${probe} all succeed`, async () => {
    for (let round = 0; round < 5; round += 1) assert.deepEqual([...new Set(await readStatuses(probe, 50))], [200]);
  });

test("a result is cached for a second and no longer", async () => {
  clock.now = new Date();
  const pass = (ms: number): unknown => (clock.now = new Date(clock.now!.getTime() + ms));
  const files = path.join(dataDir, "files");
  pass(2_000);
  assert.equal(await readStatus("/server/ready"), 200);
  renameSync(files, `${files}-away`);
  writeFileSync(files, "a file in place of the folder");
  assert.equal(await readStatus("/server/ready"), 200);
  pass(1_000);
  assert.deepEqual(
    await Promise.all(["/server/ready", "/server/health", "/server/live"].map(readStatus)),
    [503, 503, 200],
  );
  rmSync(files);
  renameSync(`${files}-away`, files);
  assert.equal(await readStatus("/server/ready"), 503);
  pass(1_000);
  assert.equal(await readStatus("/server/ready"), 200);
  // A clock set back must not extend the cache.
  rmSync(files, { recursive: true });
  writeFileSync(files, "a file in place of the folder");
  pass(-3_600_000);
  assert.equal(await readStatus("/server/ready"), 503);
  rmSync(files);
  clock.now = null;
});

test("without its database a server is alive and not ready", async () => {
  const sql = createPool(url, { max: 2 });
  let now = Date.now();
  const cutOff = await buildApp({ sql, config: { ...testConfig, dataDir }, clock: () => new Date(now) });
  beforeDatabaseCleanup(() => cutOff.close());
  assert.equal((await cutOff.inject("/server/ready")).statusCode, 200);
  await sql.end({ timeout: 1 });
  now += 1_000;
  const probes = ["/server/live", "/server/ready", "/server/health"];
  const responses = await Promise.all(probes.map((probe) => cutOff.inject(probe)));
  assert.deepEqual(
    responses.map(({ statusCode, body }) => [statusCode, body]),
    [
      [200, '{"status":"ok"}'],
      [503, '{"status":"error"}'],
      [503, '{"status":"error"}'],
    ],
  );
});

test("liveness does not authenticate", async () => {
  const headers = { authorization: "Bearer not-a-token" };
  assert.equal((await app.inject({ url: "/server/live", headers })).statusCode, 200);
  assert.equal((await app.inject({ url: "/server/ready", headers })).statusCode, 200);
});
