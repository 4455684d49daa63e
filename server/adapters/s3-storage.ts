// A store that speaks S3 (AWS, MinIO, Ceph, R2 …), addressed by path: four calls, signed by aws4fetch.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { Storage } from "#server/adapters/storage.ts";

export interface S3Settings {
  /** Without the bucket: https://s3.ap-south-1.amazonaws.com */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Put before every key, so that several installations can share a bucket; may be empty. */
  prefix: string;
}

interface Asking {
  url: string;
  method: "GET" | "PUT" | "DELETE" | "HEAD";
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: { [name: string]: string };
}

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** One answer of the store may take so long, in ms. */
const longestWaitMs = 20_000;

export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey, prefix }: S3Settings): Storage {
  // Tried again by the client after a 5xx or 429; more would hold the caller for longer than they wait.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const root = `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}`;
  const urlOf = (key: string) => `${root}/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`;
  const ask = ({ url, method, bytes, headers = {} }: Asking) =>
    client.fetch(url, {
      method,
      // Signed with the bytes themselves, so that nothing on the way can exchange them, with TLS or without.
      headers: { ...headers, "x-amz-content-sha256": sha256(bytes ?? "") },
      signal: AbortSignal.timeout(longestWaitMs),
      ...(bytes ? { body: bytes } : {}),
    });

  return {
    name: "s3",
    put: async ({ key, bytes, type }) => {
      const sent = bytes as Uint8Array<ArrayBuffer>;
      const answer = await ask({ url: urlOf(key), method: "PUT", bytes: sent, headers: { "content-type": type } });
      await mustBeGood({ answer, doing: "keep a file" });
    },
    get: async ({ key, span }) => {
      const headers: Asking["headers"] = span ? { range: `bytes=${span.start}-${span.end}` } : {};
      const answer = await ask({ url: urlOf(key), method: "GET", headers });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok || !answer.body) await mustBeGood({ answer, doing: "read a file" });
      return Readable.fromWeb(answer.body as ReadableStream);
    },
    remove: async (key) => {
      const answer = await ask({ url: urlOf(key), method: "DELETE" });
      if (answer.status !== 404) await mustBeGood({ answer, doing: "remove a file" });
      else await answer.body?.cancel();
    },
    check: async () => mustBeGood({ answer: await ask({ url: root, method: "HEAD" }), doing: "find the bucket" }),
  };
}

/** Throws the store's own code, which says what is set wrong and holds no secret. */
async function mustBeGood({ answer, doing }: { answer: Response; doing: string }): Promise<void> {
  const text = await answer.text();
  if (answer.ok) return;
  const code = /<Code>([A-Za-z0-9]+)<\/Code>/.exec(text)?.[1] ?? "no code";
  throw new Error(`The file store could not ${doing}: ${answer.status} ${code}`);
}
