// §3 Branch.agreement: the text a vendor accepts now, and the mark by which it is known that it is the one they read.
import { createHash } from "node:crypto";
import { defaultAgreement } from "#domain/agreement.ts";
import { cleanRichText, isRichTextEmpty } from "#domain/rules/rich-text.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

export interface Agreement {
  /** HTML of the few marks domain/rules/rich-text.ts allows. */
  text: string;
  version: string;
}

export async function currentAgreement(sql: Sql | Tx): Promise<Agreement> {
  const [row] = await sql<{ text: string | null }[]>`
    select vendor_agreement as text from "Configuration_Settings" order by id limit 1`;
  const own = row?.text ?? "";
  const text = cleanRichText(isRichTextEmpty(own) ? defaultAgreement : own);
  return { text, version: createHash("sha256").update(text).digest("base64url").slice(0, 16) };
}
