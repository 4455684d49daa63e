// File storage in an S3-compatible object store over HTTP.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { buildApp } from "#server/app.ts";
import { createLocalStorage } from "#server/storage/storage.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createBlob, carPhoto, createForm } from "#tests/support/files-fixture.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

const account = {
  bucket: "chaavi",
  region: "ap-south-1",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+key=",
};
const s3 = await startS3Server(account);
after(() => s3.close());
const settings = { ...account, endpoint: s3.endpoint, prefix: "files/" };
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-s3-"));
const files = { s3: settings, isUrlImportEnabled: false, maxCacheBytes: 1024 * 1024 };
/** Stores files in the folder, as before the object store was configured. */
const localApp = await startApp({ config: { dataDir } });
let clockAheadMs = 0;
const clock = (): Date => new Date(Date.now() + clockAheadMs);
const app = await buildApp({ sql: localApp.sql, config: { ...testConfig, dataDir, files }, clock });
await app.ready();
beforeDatabaseCleanup(() => app.close());
const make = createFactories(localApp.sql);
const manager = await localApp.asUser(await make.user("manager", { branch: await make.branch() }));
const authorization = `Bearer ${manager.token}`;

async function upload(target: typeof app): Promise<{ id: string; storage: string; filename_disk: string }> {
  const request = new Request("http://localhost", {
    method: "POST",
    body: createForm(["file", createBlob(carPhoto), "car.jpg"]),
  });
  const response = await target.inject({
    method: "POST",
    url: "/files",
    headers: { authorization, "content-type": request.headers.get("content-type")! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.equal(response.statusCode, 200, response.body);
  return (response.json() as { data: { id: string; storage: string; filename_disk: string } }).data;
}
const getAsset = (url: string, headers: object = {}) =>
  app.inject({ url: `/assets/${url}`, headers: { authorization, ...headers } });

test("stores bytes in the object store and serves them in full, in part and transformed", async () => {
  const stored = await upload(app);
  assert.equal(stored.storage, "s3");
  const object = s3.objects.get(`files/${stored.filename_disk}`)!;
  assert.equal(object.type, "image/jpeg");
  assert.deepEqual((await getAsset(stored.id)).rawPayload, object.bytes);
  const part = await getAsset(stored.id, { range: "bytes=3-9" });
  assert.deepEqual([part.statusCode, part.rawPayload], [206, object.bytes.subarray(3, 10)]);
  const { width } = await sharp((await getAsset(`${stored.id}?width=40`)).rawPayload).metadata();
  assert.equal(width, 40);
});

test("deletes the object with its record", async () => {
  const stored = await upload(app);
  assert.equal(
    (await app.inject({ method: "DELETE", url: `/files/${stored.id}`, headers: { authorization } })).statusCode,
    204,
  );
  assert.ok(s3.objects.has(`files/${stored.filename_disk}`));
  // The server sweeps when it starts listening and every minute afterwards.
  await app.listen({ port: 0, host: "127.0.0.1" });
  await eventually(() => assert.ok(!s3.objects.has(`files/${stored.filename_disk}`)));
});

test("reads files of the folder that were stored earlier", async () => {
  const storedLocally = await upload(localApp.app);
  assert.equal(storedLocally.storage, "local");
  assert.equal((await getAsset(storedLocally.id)).statusCode, 200);
  assert.ok(await createLocalStorage(path.join(dataDir, "files")).get({ key: storedLocally.filename_disk }));
});

test("creates no record while the store fails, sweeps the partial upload later and reports it in /server/health", async () => {
  const countFiles = async () => (await localApp.sql`select 1 from files`).length;
  const before = await countFiles();
  s3.failNext.left = 1_000;
  const request = new Request("http://localhost", {
    method: "POST",
    body: createForm(["file", createBlob(carPhoto), "car.jpg"]),
  });
  const response = await app.inject({
    method: "POST",
    url: "/files",
    headers: { authorization, "content-type": request.headers.get("content-type")! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.deepEqual([response.statusCode, response.json().errors[0].extensions.code], [503, "SERVICE_UNAVAILABLE"]);
  assert.equal((await app.inject("/server/health")).statusCode, 503);
  s3.failNext.left = 0;
  // The health result is cached for one second.
  clockAheadMs = 1_000;
  assert.equal((await app.inject("/server/health")).statusCode, 200);
  assert.equal(await countFiles(), before);
  const [pendingDeletions] = await localApp.sql`select count(*)::int as count from loose_files where storage = 's3'`;
  assert.equal(pendingDeletions!["count"], 1);
});

test("reports missing bytes as unavailable, not as forbidden", async () => {
  const stored = await upload(app);
  s3.objects.delete(`files/${stored.filename_disk}`);
  const response = await getAsset(stored.id);
  assert.deepEqual([response.statusCode, response.json().errors[0].extensions.code], [503, "SERVICE_UNAVAILABLE"]);
  assert.equal(response.headers["cache-control"], "no-store");
});
