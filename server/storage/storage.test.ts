import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Readable } from "node:stream";
import { type S3Settings, createS3Storage } from "#server/storage/s3-storage.ts";
import { createLocalStorage, type StorageAdapter } from "#server/storage/storage.ts";
import { type S3Server, computeSignature, startS3Server } from "#tests/support/s3-server.ts";

const account = {
  bucket: "chaavi-files",
  region: "ap-south-1",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const folder = mkdtempSync(path.join(tmpdir(), "chaavi-storage-"));
let server: S3Server;
let settings: S3Settings;

before(async () => {
  server = await startS3Server(account);
  settings = { ...account, endpoint: server.endpoint, prefix: "branch one/" };
});
after(() => server.close());

async function readText(stream: Readable | null): Promise<string | null> {
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("S3 server of the tests", () => {
  // From "Examples: Signature Calculations" of AWS.
  const awsExample = {
    at: "20130524T000000Z",
    region: "us-east-1",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const emptyPayloadHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const host = "examplebucket.s3.amazonaws.com";

  test("computes the published signature of a GET with a range", () => {
    const headers = { host, range: "bytes=0-9", "x-amz-content-sha256": emptyPayloadHash, "x-amz-date": awsExample.at };
    const request = {
      method: "GET",
      path: "/test.txt",
      query: new URLSearchParams(),
      headers,
      signedHeaders: Object.keys(headers),
      payloadHash: emptyPayloadHash,
    };
    const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
    assert.equal(computeSignature({ request, ...awsExample }), signature);
  });

  test("computes the published signature of a list with a query", () => {
    const headers = { host, "x-amz-content-sha256": emptyPayloadHash, "x-amz-date": awsExample.at };
    const request = {
      method: "GET",
      path: "/",
      query: new URLSearchParams("max-keys=2&prefix=J"),
      headers,
      signedHeaders: Object.keys(headers),
      payloadHash: emptyPayloadHash,
    };
    const signature = "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7";
    assert.equal(computeSignature({ request, ...awsExample }), signature);
  });

  test("rejects a wrong secret, region, key and bucket, and unsigned requests", async () => {
    const invalidSettings: [Partial<S3Settings>, RegExp][] = [
      [{ secretAccessKey: "another" }, /403 SignatureDoesNotMatch/],
      [{ region: "eu-west-1" }, /400 AuthorizationHeaderMalformed/],
      [{ accessKeyId: "AKIDOTHER" }, /403 InvalidAccessKeyId/],
      [{ bucket: "others-files" }, /404 NoSuchBucket/],
    ];
    const putWith = (change: Partial<S3Settings>) =>
      createS3Storage({ ...settings, ...change }).put({ key: "a.txt", bytes: Buffer.from("a"), type: "text/plain" });
    for (const [change, message] of invalidSettings) await assert.rejects(putWith(change), message);
    assert.equal((await fetch(`${server.endpoint}/${account.bucket}/a.txt`)).status, 403);
    assert.equal(server.objects.size, 0);
  });
});

const storages: { [name: string]: () => StorageAdapter } = {
  "local storage": () => createLocalStorage(folder),
  "S3 storage": () => createS3Storage(settings),
};
for (const [name, createStorage] of Object.entries(storages))
  describe(name, () => {
    test("stores bytes, reads them whole and in part, and deletes them", async () => {
      const storage = createStorage();
      await storage.check();
      await storage.put({ key: "one.txt", bytes: Buffer.from("0123456789"), type: "text/plain" });
      assert.equal(await readText(await storage.get({ key: "one.txt" })), "0123456789");
      assert.equal(await readText(await storage.get({ key: "one.txt", range: { start: 2, end: 4 } })), "234");
      await storage.put({ key: "one.txt", bytes: Buffer.from("other"), type: "text/plain" });
      assert.equal(await readText(await storage.get({ key: "one.txt" })), "other");
      await storage.remove("one.txt");
      assert.equal(await storage.get({ key: "one.txt" }), null);
      await storage.remove("one.txt");
    });
  });

test("keeps local files inside their folder without partial files", async () => {
  const storage = createLocalStorage(folder);
  await storage.put({ key: "../../out.txt", bytes: Buffer.from("in"), type: "text/plain" });
  assert.deepEqual(readdirSync(folder), ["out.txt"]);
});

test("retries a failing S3 store and reports its code if it keeps failing", async () => {
  const storage = createS3Storage(settings);
  server.failNext.left = 2;
  await storage.put({ key: "later.txt", bytes: Buffer.from("x"), type: "text/plain" });
  assert.equal(server.objects.get("branch one/later.txt")?.type, "text/plain");
  server.failNext.left = 10;
  await assert.rejects(storage.get({ key: "later.txt" }), /could not read a file: 503 SlowDown/);
  server.failNext.left = 0;
});

test("denies other users of the machine access to the folder and its files, also of earlier versions", async () => {
  const folderPath = path.join(mkdtempSync(path.join(tmpdir(), "chaavi-modes-")), "files");
  const getMode = (name: string): string => (statSync(name).mode & 0o777).toString(8);
  const bytes = new Uint8Array([1]);
  await createLocalStorage(folderPath).put({ key: "a.pdf", bytes, type: "application/pdf" });
  assert.deepEqual([getMode(folderPath), getMode(path.join(folderPath, "a.pdf"))], ["700", "600"]);
  chmodSync(folderPath, 0o755);
  createLocalStorage(folderPath);
  assert.equal(getMode(folderPath), "700");
});
