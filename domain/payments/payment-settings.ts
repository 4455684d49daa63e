// §4: validation of the payment settings of a branch.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

type Settings = RowOf<"payment_settings">;

const requiredFieldsByGateway: { readonly [gateway in Settings["gateway"]]: readonly (keyof Settings)[] } = {
  off: [],
  "phonepe-v1": ["merchant_id", "salt_key", "salt_index"],
  "phonepe-v2": ["merchant_id", "client_id", "client_version", "client_secret", "webhook_user", "webhook_password"],
};

/**
 * PAYMENT_SETTINGS_INCOMPLETE if the chosen gateway lacks a required field, GSTIN_REQUIRED if taxes are charged without
 * a GSTIN.
 */
export function validatePaymentSettings({
  after,
  related,
}: RuleArgsOf<"payment_settings", "branch">): RuleViolation | undefined {
  const missingField = requiredFieldsByGateway[after.gateway].find((field) => (after[field] ?? null) === null);
  if (missingField) return new RuleViolation("PAYMENT_SETTINGS_INCOMPLETE", missingField);
  const isTaxed = after.tax_treatment === "taxable";
  return isTaxed && !related.branch?.gstin ? new RuleViolation("GSTIN_REQUIRED", "tax_treatment") : undefined;
}
