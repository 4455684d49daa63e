// S3-compatible storage (AWS, MinIO, Ceph, R2 …), addressed by path: four operations, signed by aws4fetch.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { StorageAdapter } from "#server/storage/storage.ts";

export interface S3Settings {
  /** Without the bucket, such as https://s3.ap-south-1.amazonaws.com. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of every key, so that several installations can share a bucket; may be empty. */
  prefix: string;
}

interface S3Request {
  url: string;
  method: "GET" | "PUT" | "DELETE" | "HEAD";
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: { [name: string]: string };
}

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Largest response time of the store in ms. */
const timeoutMs = 20_000;

export function createS3Storage({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
  prefix,
}: S3Settings): StorageAdapter {
  // Retries of the client after 5xx or 429; more would exceed the caller's waiting time.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const root = `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}`;
  const toUrl = (key: string) => `${root}/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`;
  const send = ({ url, method, bytes, headers = {} }: S3Request) =>
    client.fetch(url, {
      method,
      // Signs the hash of the bytes, so that they cannot be exchanged in transit, even without TLS.
      headers: { ...headers, "x-amz-content-sha256": sha256(bytes ?? "") },
      signal: AbortSignal.timeout(timeoutMs),
      ...(bytes ? { body: bytes } : {}),
    });

  return {
    name: "s3",
    put: async ({ key, bytes, type }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bytes are never in shared memory
      const body = bytes as Uint8Array<ArrayBuffer>;
      const response = await send({ url: toUrl(key), method: "PUT", bytes: body, headers: { "content-type": type } });
      await assertSuccess({ response, operation: "store a file" });
    },
    get: async ({ key, range }) => {
      const headers: S3Request["headers"] = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await send({ url: toUrl(key), method: "GET", headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) await assertSuccess({ response, operation: "read a file" });
      if (!response.body) throw new Error("The file store could not read a file: it sent no content");
      return Readable.fromWeb(response.body as ReadableStream);
    },
    remove: async (key) => {
      const response = await send({ url: toUrl(key), method: "DELETE" });
      if (response.status !== 404) await assertSuccess({ response, operation: "delete a file" });
      else await response.body?.cancel();
    },
    check: async () =>
      assertSuccess({ response: await send({ url: root, method: "HEAD" }), operation: "find the bucket" }),
  };
}

/** Throws with the error code of the store, which indicates the misconfiguration and contains no secret. */
async function assertSuccess({ response, operation }: { response: Response; operation: string }): Promise<void> {
  const text = await response.text();
  if (response.ok) return;
  const code = /<Code>([A-Za-z0-9]+)<\/Code>/.exec(text)?.[1] ?? "no code";
  throw new Error(`The file store could not ${operation}: ${response.status} ${code}`);
}
