// The disk of the data folder fills up while vehicles check in: requests get error codes, no acknowledged change is
// lost, and the server recovers once there is space.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { createPool, type Sql } from "#server/db/pool.ts";
import { getClusterFolder, getSystemUser } from "#server/db/embedded/postgres-files.ts";
import { startApp } from "#tests/support/app.ts";
import { CheckInStream, checkInStreamSettings } from "#tests/support/check-in-stream.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createBlob, createForm } from "#tests/support/files-fixture.ts";
import { createFactories } from "#tests/support/factories.ts";
import { listenOnFreePort } from "#tests/support/sdk.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

/** A separate in-memory file system that can be filled safely. */
function mountSmallDisk(size: string): { folder: string; isMounted: boolean } {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", folder]);
  return { folder, isMounted: status === 0 };
}

function unmountDisk(folder: string): void {
  if (isMounted) spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
}

const { folder: dataDir, isMounted } = mountSmallDisk("300m");
const { folder: fewBlocks } = mountSmallDisk("64k");
const options = { skip: isMounted ? false : "requires permission to mount a file system" };
const ballastFile = path.join(dataDir, "ballast");
let server: ServerProcess;
let stream: CheckInStream;

before(async () => {
  if (!isMounted) return;
  server = await startServerProcess({
    DATA_DIR: dataDir,
    ...checkInStreamSettings,
  });
  stream = await CheckInStream.prepare(server);
});

after(async () => {
  await server?.kill("SIGTERM");
});

// Also when this file was only loaded, to look for tests by name.
process.once("exit", () => {
  unmountDisk(dataDir);
  unmountDisk(fewBlocks);
});

/** Allocates every free block in ever smaller pieces, since the gates write meanwhile. */
function fillDisk(): void {
  for (let size = 16 * 1024 * 1024; size >= 4_096;) {
    try {
      appendFileSync(ballastFile, Buffer.alloc(size));
    } catch (error) {
      assert.equal((error as { code: string }).code, "ENOSPC");
      size /= 2;
    }
  }
}

const getCluster = (): string => getClusterFolder({ dataDir, user: getSystemUser(path.join(dataDir, "postgres")) });

/** The first line is PostgreSQL's pid, the fourth its port. */
function postmasterFile(): string[] {
  return readFileSync(path.join(getCluster(), "postmaster.pid"), "utf8").split("\n");
}

async function connectDatabase(): Promise<Sql> {
  const folder = getCluster();
  const port = postmasterFile()[3];
  const password = readFileSync(path.join(folder, "chaavi.password"), "utf8").trim();
  return createPool(`postgres://chaavi:${password}@127.0.0.1:${port}/chaavi`, { max: 1 });
}

test("a full disk: check-ins are rejected with a code and resume once there is space", options, async () => {
  const gates = stream.open();
  await gates.waitForCount(40);
  fillDisk();
  await eventually(async () => assert.equal(await stream.checkIn(), "SERVICE_UNAVAILABLE"));
  // PostgreSQL ends once it cannot write its log, and cannot start without space either.
  process.kill(Number(postmasterFile()[0]), "SIGKILL");
  await eventually(() => assert.match(server.output(), /PostgreSQL did not start: .*trying again/), {
    timeoutMs: 30_000,
  });
  rmSync(ballastFile);
  await gates.waitForCount(stream.acknowledged.size + 40);
  assert.deepEqual([...new Set(await gates.stop())], ["SERVICE_UNAVAILABLE"]);
  assert.match(server.output(), /No space left on device/);
  const sql = await connectDatabase();
  await stream.assertNothingLost(sql);
  await sql.end();
});

test("an upload without disk space is rejected with a code and leaves nothing behind", options, async () => {
  const { app, asUser, sql } = await startApp({ config: { dataDir: fewBlocks } });
  const factories = createFactories(sql);
  const staff = await asUser(await factories.user("staff", { branch: await factories.branch() }));
  const address = await listenOnFreePort(app);
  const noise = { create: { width: 300, height: 300, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 60 } } };
  const upload = async (): Promise<Response> => {
    const body = createForm([
      "file",
      createBlob(
        await sharp(noise as never)
          .png()
          .toBuffer(),
        "image/png",
      ),
      "car.png",
    ]);
    return fetch(`${address}/files`, { method: "POST", headers: { authorization: `Bearer ${staff.token}` }, body });
  };
  const response = await upload();
  assert.equal(response.status, 503);
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  assert.equal(errors[0]!.extensions.code, "SERVICE_UNAVAILABLE");
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from files`;
  assert.equal(count, 0);
});
