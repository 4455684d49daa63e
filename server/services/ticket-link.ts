// The customer's key to their own ticket's page (server/services/signed-link.ts).
import { linkToken, readLinkToken } from "#server/services/signed-link.ts";

/** '123.<signature>' */
export function ticketToken({ id, secret }: { id: number; secret: string }): string {
  return linkToken({ kind: "ticket", id, secret });
}

/** The ticket a token opens; undefined for what is not ours. */
export function readTicketToken({ token, secret }: { token: string; secret: string }): number | undefined {
  return readLinkToken({ kind: "ticket", token, secret });
}
