// Token of the customer's ticket page (server/auth/signed-link.ts). The signature includes the time of the last code
// renewal, so that the link on a lost slip is invalid once the code was renewed.
import type { KeyRing } from "#server/auth/secrets.ts";
import { parseUnverifiedLinkId, createLinkToken, verifyLinkToken } from "#server/auth/signed-link.ts";

interface TicketLinkInput {
  id: number;
  /** Time of the last code renewal; null for the first code. */
  renewedAt: Date | null;
}

const toLinkVersion = (renewedAt: Date | null): { version?: string } =>
  renewedAt === null ? {} : { version: String(renewedAt.getTime()) };

/** '123.<signature>' */
export function createTicketToken({ id, renewedAt, secret }: TicketLinkInput & { secret: string }): string {
  return createLinkToken({ kind: "ticket", id, secret, ...toLinkVersion(renewedAt) });
}

/** Ticket id of a token before it is verified with `isTicketTokenValid`. Undefined for a malformed token. */
export function parseUnverifiedTicketId(token: unknown): number | undefined {
  return parseUnverifiedLinkId(token);
}

/** Whether the token is valid for this ticket and its current code. */
export function isTicketTokenValid({
  token,
  id,
  renewedAt,
  keys,
}: TicketLinkInput & { token: unknown; keys: KeyRing }): boolean {
  return verifyLinkToken({ kind: "ticket", token, keys, ...toLinkVersion(renewedAt) }) === id;
}
