// §3 Branch.agreement: the current agreement text, and a version that detects whether a vendor accepted the current
// one.
import { createHash } from "node:crypto";
import type { onboardingActions } from "#domain/onboarding/actions.ts";
import { defaultAgreement } from "#domain/onboarding/agreement.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { sanitizeRichText, isRichTextEmpty } from "#domain/text/rich-text.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** The text is HTML with the elements allowed by domain/text/rich-text.ts. */
export async function loadCurrentAgreement(
  sql: Sql | Tx,
): Promise<ContractReply<typeof onboardingActions.readAgreement>> {
  const [row] = await sql<{ text: string | null }[]>`
    select vendor_agreement as text from "Configuration_Settings" order by id limit 1`;
  const customText = row?.text ?? "";
  const text = sanitizeRichText(isRichTextEmpty(customText) ? defaultAgreement : customText);
  return { text, version: createHash("sha256").update(text).digest("base64url").slice(0, 16) };
}
