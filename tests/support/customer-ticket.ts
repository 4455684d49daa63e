// The handover code and the page of a valet ticket, as its customer has them: actions of drivers return neither.
import { createCredentialSealer, getCredentialsKeys } from "#server/auth/secrets.ts";
import type { Sql } from "#server/db/pool.ts";
import { buildTicketPagePath } from "#server/features/valet/ticket.ts";
import { createHandoverToken } from "#server/features/valet/handover-token.ts";
import { createTicketToken } from "#server/features/valet/ticket-link.ts";
import { testConfig } from "#tests/support/app.ts";
import { testTokens } from "#tests/support/tokens.ts";

export interface CustomerTicket {
  otp: string;
  /** The QR code that replaces it. */
  handoverQr: string;
  /** Path of the page. */
  link: string;
  /** Token of the link. */
  token: string;
}

const { unseal } = createCredentialSealer(getCredentialsKeys(testConfig));

/** Of an open ticket, as it is now. An SMS has the same, but is withheld after many to one phone number. */
export async function readCustomerTicket({ sql, id }: { sql: Sql; id: number }): Promise<CustomerTicket> {
  const [row] = await sql<{ sealed: string; renewedAt: Date | null; branch: string; company: string }[]>`
    select v.otp_sealed as sealed, v.otp_renewed_at as "renewedAt", b.slug as branch, c.slug as company
    from "Valet_and_Parking_Information" v join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where v.id = ${id}`;
  const { sealed, ...page } = row!;
  const key = { tokens: testTokens, id, renewedAt: page.renewedAt };
  const handoverQr = createHandoverToken(key);
  return {
    otp: unseal(sealed),
    handoverQr,
    link: buildTicketPagePath({ ...page, ...key }),
    token: createTicketToken(key),
  };
}
