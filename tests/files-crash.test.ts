// kill -9 of servers during uploads: every record has its bytes, acknowledged files are complete, and bytes without a
// record are swept.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { createLocalStorage } from "#server/storage/storage.ts";
import { FileStore } from "#server/storage/file-store.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createBlob, carPhoto, createForm } from "#tests/support/files-fixture.ts";
import { createFactories } from "#tests/support/factories.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-files-crash-"));
const folder = path.join(dataDir, "files");
const config = { ...testConfig, dataDir };
const { sql, url, asUser } = await startApp({ config: { dataDir } });
const factories = createFactories(sql);
const { token } = await asUser(await factories.user("staff", { branch: await factories.branch() }));
const gates = 4;
const kills = 3;

const running = new Set<ChildProcess>();
after(() => running.forEach((child) => child.kill("SIGKILL")));

async function startServer(): Promise<{ child: ChildProcess; address: string }> {
  const child = fork("tests/support/worker-server.ts", [url, JSON.stringify(config)], { stdio: "inherit" });
  running.add(child);
  const [address] = (await once(child, "message")) as [string];
  return { child, address };
}

/** Uploads until the server is killed; returns the acknowledged ids. */
async function uploadUntilKilled({ address, child }: { address: string; child: ChildProcess }): Promise<string[]> {
  const stored: string[] = [];
  let killed: Promise<unknown> | undefined;
  const kill = (): void => {
    killed ??= once(child, "exit");
    running.delete(child);
    child.kill("SIGKILL");
  };
  const gate = async (): Promise<void> => {
    for (;;) {
      try {
        const response = await fetch(`${address}/files`, {
          method: "POST",
          body: createForm(["file", createBlob(carPhoto), "car.jpg"]),
          headers: { authorization: `Bearer ${token}` },
        });
        assert.equal(response.status, 200);
        stored.push(((await response.json()) as { data: { id: string } }).data.id);
      } catch (error) {
        if (killed) return;
        throw error;
      }
      if (stored.length === 12) kill();
    }
  };
  await Promise.all(Array.from({ length: gates }, gate));
  await killed;
  return stored;
}

test("servers killed during four parallel uploads leave no record without bytes, and no permanent orphaned bytes", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round += 1) acknowledged.push(...(await uploadUntilKilled(await startServer())));

  const rows = await sql<{ id: string; key: string }[]>`select id, filename_disk as key from files`;
  const stored = new Set(readdirSync(folder).filter((name) => !name.endsWith(".part")));
  const ids = new Set(rows.map(({ id }) => id));
  for (const id of acknowledged) assert.ok(ids.has(id), `${id} was acknowledged`);
  for (const { key } of rows) assert.ok(stored.has(key), `${key} has a record and no bytes`);
  const loose = new Set((await sql<{ key: string }[]>`select key from loose_files`).map(({ key }) => key));
  const known = new Set(rows.map(({ key }) => key));
  for (const key of stored) assert.ok(known.has(key) !== loose.has(key), `${key} has no record, or two`);

  // An interrupted upload is abandoned after an hour.
  const store = new FileStore({ sql, main: createLocalStorage(folder) });
  await store.sweep();
  assert.deepEqual(new Set(readdirSync(folder).filter((name) => !name.endsWith(".part"))), stored);
  await sql`update loose_files set due_at = now()`;
  await store.sweep();
  assert.deepEqual(readdirSync(folder).toSorted(), [...known].toSorted());
});
