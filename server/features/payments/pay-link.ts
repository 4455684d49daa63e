// Signed token of an entry's pay page, for payers without an account: in the QR code of the slip and on the customer's
// page.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "#server/auth/secrets.ts";

interface PayLinkEntry {
  /** P: parking entry, V: valet ticket. */
  kind: "P" | "V";
  id: number;
}

const signature = ({ body, secret }: { body: string; secret: string }): string =>
  createHmac("sha256", secret).update(`pay-link:${body}`).digest("base64url").slice(0, 32);

/** 'P123.<signature>' */
export function createPayToken({ kind, id, secret }: PayLinkEntry & { secret: string }): string {
  const body = `${kind}${id}`;
  return `${body}.${signature({ body, secret })}`;
}

/** Returns the entry of a token; undefined if the signature is invalid. */
export function verifyPayToken({ token, keys }: { token: string; keys: KeyRing }): PayLinkEntry | undefined {
  const parts = /^([PV])(\d{1,9})\.([\w-]{32})$/.exec(token);
  if (!parts) return undefined;
  const [, kind, id, receivedSignature] = parts;
  const body = `${kind}${id}`;
  const isValid = keys.some((secret) =>
    timingSafeEqual(Buffer.from(signature({ body, secret })), Buffer.from(receivedSignature!)),
  );
  return isValid ? { kind: kind as PayLinkEntry["kind"], id: Number(id) } : undefined;
}
