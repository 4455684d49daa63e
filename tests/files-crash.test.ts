// kill -9 of servers in the middle of uploads: no record speaks of bytes that are not there, what was acknowledged is whole,
// and bytes without a record are swept away.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { localStorage } from "#server/adapters/storage.ts";
import { FileStore } from "#server/services/file-store.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { blob, car, form } from "#tests/support/files-world.ts";
import { factories } from "#tests/support/make.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-files-crash-"));
const folder = path.join(dataDir, "files");
const config = { ...testConfig, dataDir };
const { sql, url, as } = await startApp({ config: { dataDir } });
const make = factories(sql);
const { token } = await as(await make.user("staff", { branch: await make.branch() }));
const gates = 4;
const kills = 3;

const running = new Set<ChildProcess>();
after(() => running.forEach((child) => child.kill("SIGKILL")));

async function startServer(): Promise<{ child: ChildProcess; address: string }> {
  const child = fork("tests/support/working-server.ts", [url, JSON.stringify(config)], { stdio: "inherit" });
  running.add(child);
  const [address] = (await once(child, "message")) as [string];
  return { child, address };
}

/** Uploads until the server is no more; answers the ids that were acknowledged. */
async function uploadUntilKilled({ address, child }: { address: string; child: ChildProcess }): Promise<string[]> {
  const kept: string[] = [];
  let killed: Promise<unknown> | undefined;
  const kill = (): void => {
    killed ??= once(child, "exit");
    running.delete(child);
    child.kill("SIGKILL");
  };
  const gate = async (): Promise<void> => {
    for (;;) {
      try {
        const answer = await fetch(`${address}/files`, {
          method: "POST",
          body: form(["file", blob(car), "car.jpg"]),
          headers: { authorization: `Bearer ${token}` },
        });
        assert.equal(answer.status, 200);
        kept.push(((await answer.json()) as { data: { id: string } }).data.id);
      } catch (error) {
        if (killed) return;
        throw error;
      }
      if (kept.length === 12) kill();
    }
  };
  await Promise.all(Array.from({ length: gates }, gate));
  await killed;
  return kept;
}

test("servers killed while four gates upload leave no record without bytes, and no bytes for ever", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round += 1) acknowledged.push(...(await uploadUntilKilled(await startServer())));

  const rows = await sql<{ id: string; key: string }[]>`select id, filename_disk as key from files`;
  const stored = new Set(readdirSync(folder).filter((name) => !name.endsWith(".part")));
  const ids = new Set(rows.map(({ id }) => id));
  for (const id of acknowledged) assert.ok(ids.has(id), `${id} was acknowledged`);
  for (const { key } of rows) assert.ok(stored.has(key), `${key} has a record and no bytes`);
  const loose = new Set((await sql<{ key: string }[]>`select key from loose_files`).map(({ key }) => key));
  const known = new Set(rows.map(({ key }) => key));
  for (const key of stored) assert.ok(known.has(key) !== loose.has(key), `${key} is spoken of by nobody, or by two`);

  // An upload that was broken off is given up after an hour.
  const store = new FileStore({ sql, main: localStorage(folder) });
  await store.sweep();
  assert.deepEqual(new Set(readdirSync(folder).filter((name) => !name.endsWith(".part"))), stored);
  await sql`update loose_files set due_at = now()`;
  await store.sweep();
  assert.deepEqual(readdirSync(folder).toSorted(), [...known].toSorted());
});
