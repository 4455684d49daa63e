// A store that speaks S3 over real HTTP, as strict as the real ones: every request must carry a Signature Version 4 that it
// works out for itself with node:crypto, over the bytes that came. Objects are kept in memory.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface S3Account {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Server {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Every request as it was answered: 'PUT bucket/key 200'. */
  answered: string[];
  /** Answers this to the next requests, as a store in trouble does. */
  trouble: { status: number; left: number };
  close: () => Promise<void>;
}

interface Signable {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: { [name: string]: string };
  signedHeaders: readonly string[];
  payloadHash: string;
}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature AWS publishes the rules of, for one request at one time ('20130524T000000Z'). */
export function signatureOf({
  request,
  at,
  region,
  secretAccessKey,
}: {
  request: Signable;
  at: string;
  region: string;
  secretAccessKey: string;
}): string {
  const query = [...request.query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join("&");
  const headers = request.signedHeaders.map(
    (name) => `${name}:${request.headers[name]!.trim().replaceAll(/ +/g, " ")}\n`,
  );
  const canonical = [
    request.method,
    request.path,
    query,
    headers.join(""),
    request.signedHeaders.join(";"),
    request.payloadHash,
  ].join("\n");
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ["s3", "aws4_request"].reduce<Buffer>(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region));
  return hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString("hex");
}

class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const longestSkewMs = 15 * 60 * 1000;

/** Throws what the real ones answer where anything about the signature is not right. */
function checkSignature({
  request,
  body,
  account,
}: {
  request: IncomingMessage;
  body: Buffer;
  account: S3Account;
}): void {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day, region, names, signature] = pattern.exec(request.headers.authorization ?? "") ?? [];
  if (!id || !names || !signature) throw new S3Refusal(403, "AccessDenied");
  if (id !== account.accessKeyId) throw new S3Refusal(403, "InvalidAccessKeyId");
  if (region !== account.region) throw new S3Refusal(400, "AuthorizationHeaderMalformed");
  const at = String(request.headers["x-amz-date"] ?? "");
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(time) || !at.startsWith(day!)) throw new S3Refusal(403, "AccessDenied");
  if (Math.abs(Date.now() - time) > longestSkewMs) throw new S3Refusal(403, "RequestTimeTooSkewed");
  const signedHeaders = names.split(";");
  const mustBeSigned = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (!mustBeSigned.every((name) => signedHeaders.includes(name))) throw new S3Refusal(403, "AccessDenied");
  const payloadHash = String(request.headers["x-amz-content-sha256"] ?? "");
  // A store reached without TLS must be told what the bytes are: UNSIGNED-PAYLOAD is not taken.
  if (payloadHash !== sha256(body)) throw new S3Refusal(400, "XAmzContentSHA256Mismatch");
  const { pathname, searchParams } = new URL(request.url!, "http://store");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const signable = {
    method: request.method!,
    path: pathname,
    query: searchParams,
    headers,
    signedHeaders,
    payloadHash,
  };
  const { secretAccessKey } = account;
  const expected = signatureOf({ request: signable, at, region: account.region, secretAccessKey });
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature)))
    throw new S3Refusal(403, "SignatureDoesNotMatch");
}

export async function startS3(account: S3Account): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const answered: string[] = [];
  const trouble = { status: 503, left: 0 };
  const server = createServer((request, response) => {
    void answer({ request, response, account, objects, trouble }).finally(() =>
      answered.push(`${request.method} ${request.url!.slice(1)} ${response.statusCode}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    answered,
    trouble,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer({
  request,
  response,
  account,
  objects,
  trouble,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  account: S3Account;
  objects: S3Server["objects"];
  trouble: S3Server["trouble"];
}): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  try {
    if (trouble.left > 0) {
      trouble.left -= 1;
      throw new S3Refusal(trouble.status, "SlowDown");
    }
    checkSignature({ request, body, account });
    const [bucket, ...rest] = decodeURIComponent(new URL(request.url!, "http://store").pathname.slice(1)).split("/");
    if (bucket !== account.bucket) throw new S3Refusal(404, "NoSuchBucket");
    act({ request, response, key: rest.join("/"), body, objects });
  } catch (error) {
    const { status, code } = error instanceof S3Refusal ? error : new S3Refusal(500, "InternalError");
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
  }
}

function act({
  request,
  response,
  key,
  body,
  objects,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  key: string;
  body: Buffer;
  objects: S3Server["objects"];
}): void {
  const { method, headers } = request;
  if (key === "" && method === "HEAD") return void response.writeHead(200).end();
  if (method === "PUT") {
    objects.set(key, { bytes: body, type: headers["content-type"] ?? "binary/octet-stream" });
    return void response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
  }
  if (method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (method !== "GET") throw new S3Refusal(405, "MethodNotAllowed");
  const found = objects.get(key);
  if (!found) throw new S3Refusal(404, "NoSuchKey");
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (from === undefined) return void response.writeHead(200, { "content-type": found.type }).end(found.bytes);
  if (Number(from) >= found.bytes.length) throw new S3Refusal(416, "InvalidRange");
  response.writeHead(206, { "content-type": found.type });
  response.end(found.bytes.subarray(Number(from), Number(to) + 1));
}
