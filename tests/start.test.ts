import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import {
  findFreePort,
  findRunningUrl,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/db/embedded/embedded.ts";
import { createPool } from "#server/db/pool.ts";
import { waitUntil, isAlive } from "#server/db/embedded/processes.ts";
import { eventually } from "#tests/support/eventually.ts";

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-start-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

interface ProcessOutput {
  code: number | null;
  lines: string[];
}

/** Runs npm start's tool with these settings until it exits. */
function runStart(env: { [name: string]: string }, args: string[] = []): ProcessOutput {
  const done = spawnSync(process.execPath, ["tools/start.ts", ...args], {
    env: { ...process.env, DATA_DIR: freshFolder(), PORT: "0", ...env },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: done.status, lines: done.stderr.trim().split("\n") };
}

describe("a start failure is reported in a line and exits with 1", () => {
  test("each invalid setting in one line", () => {
    const { code, lines } = runStart({ PORT: "http", DATABASE_URL: "mysql://x", ADMIN_EMAIL: "a@b.in" }, ["--demo"]);
    assert.equal(code, 1);
    assert.deepEqual(lines, [
      'PORT is "http": give a whole number from 0 to 65535.',
      "DATABASE_URL should look like postgres://user:password@host:5432/database.",
      "ADMIN_EMAIL and ADMIN_PASSWORD go together: give both or neither.",
      "--demo is not an option. The only one is --no-demo.",
    ]);
  });

  test("an occupied port", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    // While this waits for the other process, the port needs no response: it only has to be occupied.
    const { code, lines } = runStart({ PORT: String(port), HOST: "127.0.0.1" });
    other.close();
    assert.equal(code, 1);
    assert.deepEqual(lines, [
      `Port ${port} is taken by another program: stop that one, or set PORT to another number.`,
    ]);
  });

  test("an unavailable database", async () => {
    const port = await findFreePort();
    const { code, lines } = runStart({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/parking` });
    assert.equal(code, 1);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /127\.0\.0\.1:\d+\/parking cannot be used \(connection refused\)/);
    assert.doesNotMatch(lines[0]!, /secret/);
  });

  test("an invalid data folder", () => {
    const file = path.join(freshFolder(), "file");
    writeFileSync(file, "");
    const { code, lines } = runStart({ DATA_DIR: path.join(file, "data") });
    assert.equal(code, 1);
    assert.match(lines.join("\n"), /^The data folder .* cannot be written to \(ENOTDIR\)\. .*DATA_DIR.*$/);
  });

  test("an old Node, reported by the launcher", () => {
    const launcher = readFileSync("tools/run.mjs", "utf8");
    const copy = path.join(freshFolder(), "run.mjs");
    writeFileSync(copy, launcher.replace("process.versions.node.split", '"18.19.0".split'));
    const done = spawnSync(process.execPath, [copy, "start"], { encoding: "utf8" });
    assert.equal(done.status, 1);
    assert.match(done.stderr, /Chaavi needs Node 20 or newer/);
  });
});

describe("the embedded database", () => {
  test("restarts by itself when killed, with all commits", async () => {
    const database = await startEmbeddedPostgres({ dataDir: freshFolder() });
    const sql = createPool(database.url, { max: 1 });
    try {
      await sql`create table visit (id int)`;
      await sql`insert into visit values (1)`;
      await killAndAwaitReturn(database);
      assert.deepEqual([...(await eventually(() => sql`select id from visit`))], [{ id: 1 }]);
    } finally {
      await sql.end({ timeout: 1 });
      await database.stop();
    }
  });

  test("ends when its server is killed, and the next start has all commits", async () => {
    const dataDir = freshFolder();
    const { child, postmaster } = await startInChild(dataDir);
    child.kill("SIGKILL");
    assert.ok(await waitUntil({ ms: 20_000, condition: () => !isAlive(postmaster) }), "PostgreSQL is still there");
    const database = await startEmbeddedPostgres({ dataDir });
    const sql = createPool(database.url, { max: 1 });
    const rows = await sql`select id from visit`;
    await sql.end();
    await database.stop();
    assert.deepEqual([...rows], [{ id: 7 }]);
  });

  test("restarts after it and its server were killed together", async () => {
    const dataDir = freshFolder();
    const { child, postmaster } = await startInChild(dataDir);
    process.kill(postmaster, "SIGKILL");
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    const database = await startEmbeddedPostgres({ dataDir });
    assert.equal(findRunningUrl(dataDir), database.url);
    await database.stop();
    assert.equal(findRunningUrl(dataDir), undefined);
  });

  test("is not started twice from one folder", async () => {
    const dataDir = freshFolder();
    const { child } = await startInChild(dataDir);
    await assert.rejects(startEmbeddedPostgres({ dataDir }), {
      message: /is in use by another Chaavi \(process \d+\)/,
    });
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  });

  test("removes everything of a temporary cluster", async () => {
    const dataDir = freshFolder();
    const database = await startEmbeddedPostgres({ dataDir, isTemporary: true, settings: { fsync: "off" } });
    const pid = database.pid();
    await database.stop();
    assert.ok(!isAlive(pid));
    assert.ok(!readdirSync(path.dirname(dataDir)).includes(path.basename(dataDir)));
  });
});

async function killAndAwaitReturn(database: EmbeddedPostgres): Promise<void> {
  const killed = database.pid();
  process.kill(killed, "SIGKILL");
  assert.ok(await waitUntil({ ms: 30_000, condition: () => database.pid() !== killed }), "it did not restart");
}

/** A separate process that runs a database with one committed row, until it is stopped or killed. */
async function startInChild(dataDir: string): Promise<{ child: ChildProcess; postmaster: number }> {
  const script = `
    import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
    import { createPool } from "#server/db/pool.ts";
    const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const sql = createPool(database.url, { max: 1 });
    await sql\`create table visit (id int)\`;
    await sql\`insert into visit values (7)\`;
    process.once("SIGTERM", async () => { await sql.end(); await database.stop(); process.exit(0); });
    process.send(database.pid());`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const postmaster = await new Promise<number>((resolve, reject) => {
    child.once("message", (pid) => resolve(pid as number));
    child.once("exit", () => reject(new Error("the child ended before it was ready")));
  });
  return { child, postmaster };
}
