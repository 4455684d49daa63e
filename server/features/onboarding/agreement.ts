// §3 Branch.agreement: the current agreement text, and a version that detects whether a vendor accepted the current
// one.
import { createHash } from "node:crypto";
import type { onboardingActions } from "#domain/onboarding/actions.ts";
import { defaultAgreement, describeFees, type Fees } from "#domain/onboarding/agreement.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { sanitizeRichText, isRichTextEmpty } from "#domain/text/rich-text.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** The text is HTML with the elements allowed by domain/text/rich-text.ts, and begins with the fees of new branches. */
export async function loadCurrentAgreement(
  sql: Sql | Tx,
): Promise<ContractReply<typeof onboardingActions.readAgreement> & { fees: Fees }> {
  const [row] = await sql<({ text: string | null } & Fees)[]>`
    select vendor_agreement as text, platform_charges, service_charges
    from "Configuration_Settings" order by id limit 1`;
  const { text: customText = null, platform_charges = null, service_charges = null } = row ?? {};
  const fees = { platform_charges, service_charges };
  const agreement = customText === null || isRichTextEmpty(customText) ? defaultAgreement : customText;
  const text = describeFees(fees) + sanitizeRichText(agreement);
  return { text, fees, version: createHash("sha256").update(text).digest("base64url").slice(0, 16) };
}
