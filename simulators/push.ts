// Push service over HTTP with browsers behind it: verifies the signature (RFC 8292) and decrypts the payload (RFC 8291)
// independently of the product's own code.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedPush {
  /** Number of the browser's subscription. */
  browser: number;
  payload: { [name: string]: unknown };
  ttl: number;
  urgency: string;
  topic: string;
  /** Bytes on the wire. */
  body: Buffer;
}

/** What a browser reports when it subscribes. */
export interface SimulatedSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushServiceMode = "accept" | "gone" | "error-500" | "hang";

interface SimulatedBrowser {
  keys: ReturnType<typeof createECDH>;
  auth: Buffer;
  /** Public key of the server to which it has subscribed. */
  serverKey: string;
}

export class PushService {
  mode: PushServiceMode = "accept";
  /** Accepted messages, and why others were refused. */
  readonly received: ReceivedPush[] = [];
  readonly rejections: string[] = [];
  requests = 0;
  readonly #browsers: SimulatedBrowser[] = [];
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this.origin;
  }

  get origin(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (typeof address !== "object" || !address) throw new Error("The push service is not started.");
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A new browser that subscribes with the server's public key. */
  subscribe(serverKey: string): SimulatedSubscription {
    const keys = createECDH("prime256v1");
    keys.generateKeys();
    const auth = randomBytes(16);
    const browser = this.#browsers.push({ keys, auth, serverKey }) - 1;
    return {
      endpoint: `${this.origin}/push/${browser}`,
      p256dh: keys.getPublicKey("base64url"),
      auth: auth.toString("base64url"),
    };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.mode === "hang") return;
    if (this.mode === "error-500") return void response.writeHead(500).end();
    if (this.mode === "gone") return void response.writeHead(410).end();
    const result = this.#receive({ request, body: Buffer.concat(chunks) });
    if (typeof result === "string") {
      this.rejections.push(result);
      return void response.writeHead(result === "no such subscription" ? 404 : 400).end(result);
    }
    this.received.push(result);
    response.writeHead(201).end();
  }

  #receive({ request, body }: { request: IncomingMessage; body: Buffer }): ReceivedPush | string {
    const { headers, method, url } = request;
    const number = Number(/^\/push\/(\d+)$/.exec(url ?? "")?.[1] ?? -1);
    const browser = this.#browsers[number];
    if (method !== "POST" || !browser) return "no such subscription";
    if (headers["content-encoding"] !== "aes128gcm") return "not encrypted";
    if (!/^\d+$/.test(String(headers["ttl"]))) return "no TTL";
    if (!/^[\w-]{1,32}$/.test(String(headers["topic"]))) return "malformed topic";
    const problem = findSignatureProblem({
      authorization: String(headers.authorization),
      origin: this.origin,
      serverKey: browser.serverKey,
    });
    if (problem) return problem;
    try {
      const payload: { [name: string]: unknown } = JSON.parse(decrypt({ browser, body }));
      const [ttl, urgency, topic] = [Number(headers["ttl"]), String(headers["urgency"]), String(headers["topic"])];
      return { browser: number, payload, ttl, urgency, topic, body };
    } catch (error) {
      return `not readable: ${String(error)}`;
    }
  }
}

const oneDaySeconds = 24 * 60 * 60;

function findSignatureProblem({
  authorization,
  origin,
  serverKey,
}: {
  authorization: string;
  origin: string;
  serverKey: string;
}): string | undefined {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== serverKey) return "signed by another server";
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "the signature is wrong";
  const { alg }: { alg?: unknown } = JSON.parse(Buffer.from(header, "base64url").toString());
  if (alg !== "ES256") return "the algorithm is wrong";
  const { aud, exp, sub }: { aud?: unknown; exp?: unknown; sub?: unknown } = JSON.parse(
    Buffer.from(claims, "base64url").toString(),
  );
  if (aud !== origin) return "signed for another service";
  const secondsLeft = Number(exp) - Date.now() / 1_000;
  if (!(secondsLeft > 0 && secondsLeft <= oneDaySeconds)) return "the expiry is wrong";
  return /^(mailto:|https:)/.test(String(sub)) ? undefined : "no contact";
}

/** Sections 3.4 and 4 of RFC 8291, and the header of RFC 8188. */
function decrypt({ browser: { keys, auth }, body }: { browser: SimulatedBrowser; body: Buffer }): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const serverKey = body.subarray(21, 21 + keyLength);
  const encrypted = body.subarray(21 + keyLength);
  const shared = keys.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), serverKey]);
  const material = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16));
  const nonce = Buffer.from(hkdfSync("sha256", material, salt, Buffer.from("Content-Encoding: nonce\0"), 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(encrypted.subarray(-16));
  const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0) throw new Error("no end of the record");
  return plain.subarray(0, end).toString("utf8");
}
