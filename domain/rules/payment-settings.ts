// §4: what a payment provider must be told about a branch before it is asked for money.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";

const needed: { readonly [gateway: string]: readonly string[] } = {
  off: [],
  "phonepe-v1": ["merchant_id", "salt_key", "salt_index"],
  "phonepe-v2": ["merchant_id", "client_id", "client_version", "client_secret", "webhook_user", "webhook_password"],
};

/** PAYMENT_SETTINGS_INCOMPLETE where the chosen provider lacks something, GSTIN_REQUIRED where taxes are charged without one. */
export function settingsAreWhole({ after, related }: RuleArgs): Refusal | undefined {
  const missing = needed[after["gateway"] as string]?.find((field) => (after[field] ?? null) === null);
  if (missing) return new Refusal("PAYMENT_SETTINGS_INCOMPLETE", missing);
  const isTaxed = after["tax_treatment"] === "taxable";
  return isTaxed && !related["branch"]?.["gstin"] ? new Refusal("GSTIN_REQUIRED", "tax_treatment") : undefined;
}
