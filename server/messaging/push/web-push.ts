// §7: Web Push over HTTP: encrypted payloads (RFC 8291) and requests signed with the key of this server (VAPID, RFC 8292).
// Endpoints are given by browsers: only public addresses are reached, and redirects are not followed.
import { createECDH, randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { importJWK, SignJWT } from "jose";
import { createGuardedLookup } from "#server/http/guarded-lookup.ts";
import { isPublicAddress } from "#server/http/public-address.ts";
import type { OutgoingPush, PushAdapter, PushOutcome } from "#server/messaging/message-adapters.ts";
import { encryptPayload } from "#server/messaging/push/encrypt.ts";

export interface PushConfig {
  /** Private key on P-256, base64url. */
  key: string;
  /** `mailto:` or `https:` address for the operators of push services. */
  contact: string;
  /** Whether services on this machine and without TLS are allowed, for trials. */
  isLocalAllowed: boolean;
}

const timeoutMs = 10_000;
const tokenLifetimeSeconds = 12 * 60 * 60;
const loopbackAddresses: readonly string[] = ["127.0.0.1", "::1"];

/** Uncompressed public key of a private key, base64url. Throws if it is no key on P-256. */
export function derivePublicKey(key: string): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(key, "base64url"));
  return pair.getPublicKey("base64url");
}

export function createWebPushAdapter({ key, contact, isLocalAllowed }: PushConfig): PushAdapter {
  const publicKey = derivePublicKey(key);
  const isReachable = (address: string): boolean =>
    isPublicAddress(address) || (isLocalAllowed && loopbackAddresses.includes(address));
  return {
    publicKey,
    isAllowed: (endpoint) => {
      const { protocol, hostname, username, password } = new URL(endpoint);
      const host = hostname.replaceAll(/^\[|\]$/g, "");
      const isSecure = protocol === "https:" || (isLocalAllowed && protocol === "http:");
      return isSecure && !username && !password && (!isIP(host) || isReachable(host));
    },
    send: async (push) => {
      try {
        const authorization = await signRequest({ key, publicKey, contact, push });
        const body = encryptPayload({ ...push.target, ...push, privateKey: randomBytes(32), salt: randomBytes(16) });
        return toOutcome(await post({ push, authorization, body, isReachable }));
      } catch (error) {
        return { result: "failed", isPermanent: false, reason: describeFailure(error) };
      }
    },
  };
}

/** The header of RFC 8292. */
async function signRequest({
  key,
  publicKey,
  contact,
  push: { target, now },
}: {
  key: string;
  publicKey: string;
  contact: string;
  push: OutgoingPush;
}): Promise<string> {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const d = Buffer.from(key, "base64url").toString("base64url");
  const privateKey = await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y!, d }, "ES256");
  const seconds = Math.floor(now.getTime() / 1_000);
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(new URL(target.endpoint).origin)
    .setExpirationTime(seconds + tokenLifetimeSeconds)
    .setSubject(contact)
    .sign(privateKey);
  return `vapid t=${token}, k=${publicKey}`;
}

function post({
  push: { target, ttlSeconds, topic },
  authorization,
  body,
  isReachable,
}: {
  push: OutgoingPush;
  authorization: string;
  body: Buffer;
  isReachable: (address: string) => boolean;
}): Promise<number> {
  const url = new URL(target.endpoint);
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  // A literal address does not go through the lookup.
  if (isIP(host) && !isReachable(host)) return Promise.reject(new Error("the address is not public"));
  const { request } = url.protocol === "https:" ? https : http;
  const headers = {
    authorization,
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    "content-length": String(body.length),
    ttl: String(ttlSeconds),
    urgency: "high",
    topic,
  };
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method: "POST",
        agent: false,
        lookup: createGuardedLookup(isReachable),
        signal: AbortSignal.timeout(timeoutMs),
        headers,
      },
      (response) => {
        // Its text is of no use.
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    )
      .once("error", reject)
      .end(body);
  });
}

/** 404 and 410 end a subscription; a wrong key or a busy service is no fault of the device. */
function toOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { result: "accepted" };
  if (status === 404 || status === 410) return { result: "gone" };
  const isPermanent = status === 400 || status === 413;
  return { result: "failed", isPermanent, reason: `The push service answered ${status}.` };
}

/** Without the endpoint, by which anyone could send to the device. */
function describeFailure(error: unknown): string {
  const isTimeout = error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name);
  return isTimeout
    ? `The push service did not answer within ${timeoutMs / 1_000} seconds.`
    : "There was no connection to the push service.";
}
