// The customer's key to their own ticket's page, for who has no account: signed, and worth nothing for any other ticket.
import { createHmac, timingSafeEqual } from "node:crypto";

const signature = ({ id, secret }: { id: number; secret: string }): string =>
  createHmac("sha256", secret).update(`ticket-link:${id}`).digest("base64url").slice(0, 32);

/** '123.<signature>' */
export function ticketToken({ id, secret }: { id: number; secret: string }): string {
  return `${id}.${signature({ id, secret })}`;
}

/** The ticket a token opens; undefined for what is not ours. */
export function readTicketToken({ token, secret }: { token: string; secret: string }): number | undefined {
  const parts = /^(\d{1,9})\.([\w-]{32})$/.exec(token);
  if (!parts) return undefined;
  const id = Number(parts[1]);
  const isOurs = timingSafeEqual(Buffer.from(signature({ id, secret })), Buffer.from(parts[2]!));
  return isOurs ? id : undefined;
}
