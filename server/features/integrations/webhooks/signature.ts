// §7: signature of webhooks. Receivers verify it as docs/api.md describes, with the test vector there.
import { createHmac } from "node:crypto";

export const signatureHeader = "chaavi-signature";
const secretPrefix = "whsec_";
const secretBytes = 32;

export function generateWebhookSecret(random: (bytes: number) => Uint8Array): string {
  return secretPrefix + Buffer.from(random(secretBytes)).toString("base64url");
}

/**
 * Value of the header: time in seconds and the HMAC-SHA256 of `time.body` with each secret, in hexadecimal. After a
 * rotation there are two.
 */
export function signWebhook({ secrets, body, at }: { secrets: readonly string[]; body: string; at: Date }): string {
  const time = Math.floor(at.getTime() / 1000);
  const sign = (secret: string): string => createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return [`t=${time}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(",");
}
