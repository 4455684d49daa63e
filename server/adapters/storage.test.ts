import assert from "node:assert/strict";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Readable } from "node:stream";
import { type S3Settings, s3Storage } from "#server/adapters/s3-storage.ts";
import { localStorage, type Storage } from "#server/adapters/storage.ts";
import { type S3Server, signatureOf, startS3 } from "#tests/support/s3-server.ts";

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
  server = await startS3(account);
  settings = { ...account, endpoint: server.endpoint, prefix: "branch one/" };
});
after(() => server.close());

async function bytesOf(stream: Readable | null): Promise<string | null> {
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("the store of the tests knows a true signature from a false one", () => {
  // From "Examples: Signature Calculations" of AWS.
  const published = {
    at: "20130524T000000Z",
    region: "us-east-1",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const host = "examplebucket.s3.amazonaws.com";

  test("as published for a GET with a range", () => {
    const headers = { host, range: "bytes=0-9", "x-amz-content-sha256": empty, "x-amz-date": published.at };
    const request = {
      method: "GET",
      path: "/test.txt",
      query: new URLSearchParams(),
      headers,
      signedHeaders: Object.keys(headers),
      payloadHash: empty,
    };
    const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
    assert.equal(signatureOf({ request, ...published }), signature);
  });

  test("as published for a list with a query", () => {
    const headers = { host, "x-amz-content-sha256": empty, "x-amz-date": published.at };
    const request = {
      method: "GET",
      path: "/",
      query: new URLSearchParams("max-keys=2&prefix=J"),
      headers,
      signedHeaders: Object.keys(headers),
      payloadHash: empty,
    };
    const signature = "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7";
    assert.equal(signatureOf({ request, ...published }), signature);
  });

  test("and refuses a wrong secret, region, key and a request without any", async () => {
    const wrong: [Partial<S3Settings>, RegExp][] = [
      [{ secretAccessKey: "another" }, /403 SignatureDoesNotMatch/],
      [{ region: "eu-west-1" }, /400 AuthorizationHeaderMalformed/],
      [{ accessKeyId: "AKIDOTHER" }, /403 InvalidAccessKeyId/],
      [{ bucket: "others-files" }, /404 NoSuchBucket/],
    ];
    const put = (change: Partial<S3Settings>) =>
      s3Storage({ ...settings, ...change }).put({ key: "a.txt", bytes: Buffer.from("a"), type: "text/plain" });
    for (const [change, message] of wrong) await assert.rejects(put(change), message);
    assert.equal((await fetch(`${server.endpoint}/${account.bucket}/a.txt`)).status, 403);
    assert.equal(server.objects.size, 0);
  });
});

const storages: { [name: string]: () => Storage } = {
  "a folder": () => localStorage(folder),
  "an S3 store": () => s3Storage(settings),
};
for (const [name, make] of Object.entries(storages))
  describe(name, () => {
    test("keeps bytes, hands them out whole and in part, and removes them", async () => {
      const storage = make();
      await storage.check();
      await storage.put({ key: "one.txt", bytes: Buffer.from("0123456789"), type: "text/plain" });
      assert.equal(await bytesOf(await storage.get({ key: "one.txt" })), "0123456789");
      assert.equal(await bytesOf(await storage.get({ key: "one.txt", span: { start: 2, end: 4 } })), "234");
      await storage.put({ key: "one.txt", bytes: Buffer.from("other"), type: "text/plain" });
      assert.equal(await bytesOf(await storage.get({ key: "one.txt" })), "other");
      await storage.remove("one.txt");
      assert.equal(await storage.get({ key: "one.txt" }), null);
      await storage.remove("one.txt");
    });
  });

test("a folder holds nothing half-written, and no name leads out of it", async () => {
  const storage = localStorage(folder);
  await storage.put({ key: "../../out.txt", bytes: Buffer.from("in"), type: "text/plain" });
  assert.deepEqual(readdirSync(folder), ["out.txt"]);
});

test("an S3 store in trouble is asked again, and its code is told when it stays so", async () => {
  const storage = s3Storage(settings);
  server.trouble.left = 2;
  await storage.put({ key: "later.txt", bytes: Buffer.from("x"), type: "text/plain" });
  assert.equal(server.objects.get("branch one/later.txt")?.type, "text/plain");
  server.trouble.left = 10;
  await assert.rejects(storage.get({ key: "later.txt" }), /could not read a file: 503 SlowDown/);
  server.trouble.left = 0;
});
