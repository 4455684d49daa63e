// Signed QR texts of an entry (P), valet ticket (V) or pass (M), so that forged and foreign ones are rejected.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "#server/auth/secrets.ts";

export type QrKind = "P" | "V" | "M";

const signature = ({ body, secret }: { body: string; secret: string }): string =>
  createHmac("sha256", secret).update(`qr:${body}`).digest("base64url").slice(0, 22);

/** 'CHAAVI:P:123:<signature>' */
export function createQrText({ kind, id, secret }: { kind: QrKind; id: number; secret: string }): string {
  const body = `CHAAVI:${kind}:${id}`;
  return `${body}:${signature({ body, secret })}`;
}

/** Returns the entry of a scanned QR text; undefined if the signature is not valid. */
export function verifyQrText({
  text,
  keys,
}: {
  text: string;
  keys: KeyRing;
}): { kind: QrKind; id: number } | undefined {
  const parts = /^(CHAAVI:([PVM]):(\d{1,9})):([\w-]{22})$/.exec(text);
  if (!parts) return undefined;
  const givenSignature = Buffer.from(parts[4]!);
  return keys.some((secret) => timingSafeEqual(Buffer.from(signature({ body: parts[1]!, secret })), givenSignature))
    ? { kind: parts[2] as QrKind, id: Number(parts[3]) }
    : undefined;
}
