// The same files with their bytes in a store that speaks S3, over real HTTP.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { buildApp } from "#server/app.ts";
import { localStorage } from "#server/adapters/storage.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { beforeDatabasesEnd } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { blob, car, form } from "#tests/support/files-world.ts";
import { factories } from "#tests/support/make.ts";
import { startS3 } from "#tests/support/s3-server.ts";

const account = {
  bucket: "chaavi",
  region: "ap-south-1",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+key=",
};
const s3 = await startS3(account);
after(() => s3.close());
const settings = { ...account, endpoint: s3.endpoint, prefix: "files/" };
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-s3-"));
const files = { s3: settings, mayImport: false, cacheBytes: 1024 * 1024 };
/** Kept in the folder before the store was there. */
const earlier = await startApp({ config: { dataDir } });
const app = await buildApp({ sql: earlier.sql, config: { ...testConfig, dataDir, files } });
await app.ready();
beforeDatabasesEnd(() => app.close());
const make = factories(earlier.sql);
const manager = await earlier.as(await make.user("manager", { branch: await make.branch() }));
const authorization = `Bearer ${manager.token}`;

async function upload(to: typeof app): Promise<{ id: string; storage: string; filename_disk: string }> {
  const request = new Request("http://localhost", { method: "POST", body: form(["file", blob(car), "car.jpg"]) });
  const answer = await to.inject({
    method: "POST",
    url: "/files",
    headers: { authorization, "content-type": request.headers.get("content-type")! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { data: { id: string; storage: string; filename_disk: string } }).data;
}
const asset = (url: string, headers: object = {}) =>
  app.inject({ url: `/assets/${url}`, headers: { authorization, ...headers } });

test("bytes go to the store, and come from it whole, in part and made over", async () => {
  const kept = await upload(app);
  assert.equal(kept.storage, "s3");
  const object = s3.objects.get(`files/${kept.filename_disk}`)!;
  assert.equal(object.type, "image/jpeg");
  assert.deepEqual((await asset(kept.id)).rawPayload, object.bytes);
  const part = await asset(kept.id, { range: "bytes=3-9" });
  assert.deepEqual([part.statusCode, part.rawPayload], [206, object.bytes.subarray(3, 10)]);
  const { width } = await sharp((await asset(`${kept.id}?width=40`)).rawPayload).metadata();
  assert.equal(width, 40);
});

test("an object goes with its record", async () => {
  const kept = await upload(app);
  assert.equal(
    (await app.inject({ method: "DELETE", url: `/files/${kept.id}`, headers: { authorization } })).statusCode,
    204,
  );
  assert.ok(s3.objects.has(`files/${kept.filename_disk}`));
  // The server sweeps when its port opens, and every minute from then on.
  await app.listen({ port: 0, host: "127.0.0.1" });
  await eventually(() => assert.ok(!s3.objects.has(`files/${kept.filename_disk}`)));
});

test("files that were kept in the folder before are read from there", async () => {
  const old = await upload(earlier.app);
  assert.equal(old.storage, "local");
  assert.equal((await asset(old.id)).statusCode, 200);
  assert.ok(await localStorage(path.join(dataDir, "files")).get({ key: old.filename_disk }));
});

test("a store in trouble: no record is made, what was begun is swept later, and health says so", async () => {
  const rows = async () => (await earlier.sql`select 1 from files`).length;
  const had = await rows();
  s3.trouble.left = 1_000;
  const request = new Request("http://localhost", { method: "POST", body: form(["file", blob(car), "car.jpg"]) });
  const answer = await app.inject({
    method: "POST",
    url: "/files",
    headers: { authorization, "content-type": request.headers.get("content-type")! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.deepEqual([answer.statusCode, answer.json().errors[0].extensions.code], [503, "SERVICE_UNAVAILABLE"]);
  assert.equal((await app.inject("/server/health")).statusCode, 503);
  s3.trouble.left = 0;
  assert.equal((await app.inject("/server/health")).statusCode, 200);
  assert.equal(await rows(), had);
  const [loose] = await earlier.sql`select count(*)::int as count from loose_files where storage = 's3'`;
  assert.equal(loose!["count"], 1);
});

test("bytes that are lost are told as such, and not as no right", async () => {
  const kept = await upload(app);
  s3.objects.delete(`files/${kept.filename_disk}`);
  const answer = await asset(kept.id);
  assert.deepEqual([answer.statusCode, answer.json().errors[0].extensions.code], [503, "SERVICE_UNAVAILABLE"]);
  assert.equal(answer.headers["cache-control"], undefined);
});
