// The key to what one entry owes, for who pays without an account: signed, in the slip's QR and the customer's page.
import { createHmac, timingSafeEqual } from "node:crypto";

interface Entry {
  /** P a visit, V a valet ticket. */
  kind: "P" | "V";
  id: number;
}

const signature = ({ body, secret }: { body: string; secret: string }): string =>
  createHmac("sha256", secret).update(`pay-link:${body}`).digest("base64url").slice(0, 32);

/** 'P123.<signature>' */
export function payToken({ kind, id, secret }: Entry & { secret: string }): string {
  const body = `${kind}${id}`;
  return `${body}.${signature({ body, secret })}`;
}

/** The entry a token is for; undefined for what is not ours. */
export function readPayToken({ token, secret }: { token: string; secret: string }): Entry | undefined {
  const parts = /^([PV])(\d{1,9})\.([\w-]{32})$/.exec(token);
  if (!parts) return undefined;
  const [, kind, id, given] = parts;
  const expected = signature({ body: `${kind}${id}`, secret });
  const isOurs = timingSafeEqual(Buffer.from(expected), Buffer.from(given!));
  return isOurs ? { kind: kind as Entry["kind"], id: Number(id) } : undefined;
}
