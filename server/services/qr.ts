// What a QR says: which entry (P), valet ticket (V) or pass (M), signed, so that a forged or foreign one is refused.
import { createHmac, timingSafeEqual } from "node:crypto";

export type QrKind = "P" | "V" | "M";

const signature = ({ body, secret }: { body: string; secret: string }): string =>
  createHmac("sha256", secret).update(`qr:${body}`).digest("base64url").slice(0, 22);

/** 'CHAAVI:P:123:<signature>' */
export function qrText({ kind, id, secret }: { kind: QrKind; id: number; secret: string }): string {
  const body = `CHAAVI:${kind}:${id}`;
  return `${body}:${signature({ body, secret })}`;
}

/** The entry a scanned text speaks of; undefined for what is not ours. */
export function readQr({ text, secret }: { text: string; secret: string }): { kind: QrKind; id: number } | undefined {
  const parts = /^(CHAAVI:([PVM]):(\d{1,9})):([\w-]{22})$/.exec(text);
  if (!parts) return undefined;
  const expected = Buffer.from(signature({ body: parts[1]!, secret }));
  return timingSafeEqual(expected, Buffer.from(parts[4]!))
    ? { kind: parts[2] as QrKind, id: Number(parts[3]) }
    : undefined;
}
