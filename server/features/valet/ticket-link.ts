// Token of the customer's ticket page. Its version is the time of the last code renewal, so that the link on a lost slip is
// invalid once the code was renewed.
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { parseUnverified, type TokenService, toLinkVersion } from "#server/auth/tokens.ts";

interface TicketLink {
  tokens: TokenService;
  id: number;
  /** Time of the last code renewal; null for the first code. */
  renewedAt: Date | null;
}

/** '123.<signature>' */
export function createTicketToken({ tokens, id, renewedAt }: TicketLink): string {
  return tokens.issue({ kind: tokenKinds.ticketLink, payload: id, version: toLinkVersion(renewedAt) });
}

/** Ticket id of a token before it is verified with `isTicketTokenValid`. Undefined for a malformed token. */
export function parseUnverifiedTicketId(token: unknown): number | undefined {
  return parseUnverified({ kind: tokenKinds.ticketLink, token });
}

/** Whether the token is valid for this ticket and its current code. */
export function isTicketTokenValid({ tokens, token, id, renewedAt }: TicketLink & { token: unknown }): boolean {
  return tokens.tryVerify({ kind: tokenKinds.ticketLink, token, version: toLinkVersion(renewedAt) }) === id;
}
