// An S3-compatible store over real HTTP, as strict as the real ones: every request must carry a Signature Version 4,
// which it calculates with node:crypto over the received bytes. Objects are stored in memory.
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
  /** Every request with its status: 'PUT bucket/key 200'. */
  requestLog: string[];
  /** Returns this for the next requests, like a failing store. */
  failNext: { status: number; left: number };
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
const encodeUriComponent = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature according to AWS's published rules, for one request at one time ('20130524T000000Z'). */
export function computeSignature({
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
    .map(([name, value]) => `${encodeUriComponent(name)}=${encodeUriComponent(value)}`)
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

class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const maxSkewMs = 15 * 60 * 1000;

/** Throws the error of a real store if anything about the signature is wrong. */
function verifySignature({
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
  if (!id || !names || !signature) throw new S3Error(403, "AccessDenied");
  if (id !== account.accessKeyId) throw new S3Error(403, "InvalidAccessKeyId");
  if (region !== account.region) throw new S3Error(400, "AuthorizationHeaderMalformed");
  const timestamp = String(request.headers["x-amz-date"] ?? "");
  const time = Date.parse(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(time) || !timestamp.startsWith(day!)) throw new S3Error(403, "AccessDenied");
  if (Math.abs(Date.now() - time) > maxSkewMs) throw new S3Error(403, "RequestTimeTooSkewed");
  const signedHeaders = names.split(";");
  const mustBeSigned = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (!mustBeSigned.every((name) => signedHeaders.includes(name))) throw new S3Error(403, "AccessDenied");
  const payloadHash = String(request.headers["x-amz-content-sha256"] ?? "");
  // Without TLS the payload must be signed: UNSIGNED-PAYLOAD is rejected.
  if (payloadHash !== sha256(body)) throw new S3Error(400, "XAmzContentSHA256Mismatch");
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
  const expected = computeSignature({ request: signable, at: timestamp, region: account.region, secretAccessKey });
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) throw new S3Error(403, "SignatureDoesNotMatch");
}

export async function startS3Server(account: S3Account): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const requestLog: string[] = [];
  const trouble = { status: 503, left: 0 };
  const server = createServer((request, response) => {
    void handleRequest({ request, response, account, objects, trouble }).finally(() =>
      requestLog.push(`${request.method} ${request.url!.slice(1)} ${response.statusCode}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requestLog,
    failNext: trouble,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest({
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
  trouble: S3Server["failNext"];
}): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  try {
    if (trouble.left > 0) {
      trouble.left -= 1;
      throw new S3Error(trouble.status, "SlowDown");
    }
    verifySignature({ request, body, account });
    const [bucket, ...rest] = decodeURIComponent(new URL(request.url!, "http://store").pathname.slice(1)).split("/");
    if (bucket !== account.bucket) throw new S3Error(404, "NoSuchBucket");
    runOperation({ request, response, key: rest.join("/"), body, objects });
  } catch (error) {
    const { status, code } = error instanceof S3Error ? error : new S3Error(500, "InternalError");
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
  }
}

function runOperation({
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
  if (method !== "GET") throw new S3Error(405, "MethodNotAllowed");
  const found = objects.get(key);
  if (!found) throw new S3Error(404, "NoSuchKey");
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (from === undefined) return void response.writeHead(200, { "content-type": found.type }).end(found.bytes);
  if (Number(from) >= found.bytes.length) throw new S3Error(416, "InvalidRange");
  response.writeHead(206, { "content-type": found.type });
  response.end(found.bytes.subarray(Number(from), Number(to) + 1));
}
