// The key to one row's page for who has no account: signed, and worth nothing for any other row or kind of page.
import { createHmac, timingSafeEqual } from "node:crypto";

/** Which page a link opens: a valet ticket's, an invited visitor's. */
export type LinkKind = "ticket" | "invite";

interface Signed {
  kind: LinkKind;
  secret: string;
}

const signature = ({ kind, id, secret }: Signed & { id: number }): string =>
  createHmac("sha256", secret).update(`${kind}-link:${id}`).digest("base64url").slice(0, 32);

/** '123.<signature>' */
export function linkToken({ id, ...signed }: Signed & { id: number }): string {
  return `${id}.${signature({ id, ...signed })}`;
}

/** The row a token opens; undefined for what is not ours. */
export function readLinkToken({ token, ...signed }: Signed & { token: unknown }): number | undefined {
  const parts = typeof token === "string" ? /^(\d{1,9})\.([\w-]{32})$/.exec(token) : null;
  if (!parts) return undefined;
  const id = Number(parts[1]);
  const isOurs = timingSafeEqual(Buffer.from(signature({ id, ...signed })), Buffer.from(parts[2]!));
  return isOurs ? id : undefined;
}
