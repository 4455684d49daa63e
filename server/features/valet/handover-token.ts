// QR code that proves the handover of a ticket. Its version is the time of the last code renewal, so that the QR code of a
// lost slip is invalid once the code was renewed.
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { type TokenService, toLinkVersion } from "#server/auth/tokens.ts";

interface HandoverToken {
  tokens: TokenService;
  id: number;
  /** Time of the last code renewal; null for the first code. */
  renewedAt: Date | null;
}

export function createHandoverToken({ tokens, id, renewedAt }: HandoverToken): string {
  return tokens.issue({ kind: tokenKinds.handover, payload: id, version: toLinkVersion(renewedAt) });
}

/** Whether the token proves the handover of this ticket with its current code. */
export function isHandoverToken({ tokens, token, id, renewedAt }: HandoverToken & { token: unknown }): boolean {
  return tokens.tryVerify({ kind: tokenKinds.handover, token, version: toLinkVersion(renewedAt) }) === id;
}
