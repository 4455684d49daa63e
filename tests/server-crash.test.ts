// kill -9 during a stream of check-ins: acknowledged changes are complete, and nothing is written partially.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { createPool, type Sql } from "#server/db/pool.ts";
import { getClusterFolder, getSystemUser } from "#server/db/embedded/postgres-files.ts";
import { CheckInStream, checkInStreamSettings } from "#tests/support/check-in-stream.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-crash-"));
chmodSync(dataDir, 0o755);
const folder = getClusterFolder({ dataDir, user: getSystemUser(path.join(dataDir, "postgres")) });
let server: ServerProcess;
let stream: CheckInStream;

const startServer = async (): Promise<ServerProcess> => {
  const started = await startServerProcess({
    DATA_DIR: dataDir,
    ...checkInStreamSettings,
  });
  stream?.moveTo(started);
  return started;
};

before(async () => {
  server = await startServer();
  stream = await CheckInStream.prepare(server);
});

after(async () => {
  await server.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** PostgreSQL's own status file: its pid, and its port in the fourth line. */
const readPostmasterPid = (): { pid: number; port: number } => {
  const lines = readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
};

/** All processes of PostgreSQL: the postmaster and every backend. */
function killDatabase(): void {
  const { pid } = readPostmasterPid();
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => getParentPid(name) === pid);
  for (const one of [pid, ...children.map(Number)]) killServer(one);
}

function getParentPid(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

function killServer(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    assert.equal((error as { code: string }).code, "ESRCH");
  }
}

async function connectDatabase(): Promise<Sql> {
  const secret = readFileSync(path.join(folder, "chaavi.password"), "utf8").trim();
  return createPool(`postgres://chaavi:${secret}@127.0.0.1:${readPostmasterPid().port}/chaavi`, { max: 1 });
}

async function assertConsistent(): Promise<void> {
  const sql = await connectDatabase();
  try {
    await stream.assertNothingLost(sql);
  } finally {
    await sql.end();
  }
}

test("kill -9 of the server: acknowledged changes are there after a restart", async () => {
  const gates = stream.open();
  await gates.waitForCount(60);
  await server.kill();
  assert.ok((await gates.stop()).length > 0, "the stream should be interrupted");
  server = await startServer();
  await assertConsistent();
});

test("kill -9 of PostgreSQL: the server restarts it, and check-ins resume", async () => {
  const gates = stream.open();
  await gates.waitForCount(stream.acknowledged.size + 60);
  killDatabase();
  // The same server continues as soon as the database has recovered.
  await gates.waitForCount(stream.acknowledged.size + 60);
  assert.ok((await gates.stop()).length > 0, "the stream should be interrupted");
  assert.ok(server.isRunning());
  await assertConsistent();
});

test("kill -9 of both at once, twice", async () => {
  for (let round = 0; round < 2; round += 1) {
    const gates = stream.open();
    await gates.waitForCount(stream.acknowledged.size + 60);
    killDatabase();
    await server.kill();
    assert.ok((await gates.stop()).length > 0, "the stream should be interrupted");
    server = await startServer();
    await assertConsistent();
  }
  const gates = stream.open();
  await gates.waitForCount(stream.acknowledged.size + 20);
  assert.deepEqual(await gates.stop(), []);
  await assertConsistent();
});
