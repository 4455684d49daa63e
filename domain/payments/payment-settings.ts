// §4: validation of the payment settings of a branch.
import { RuleViolation } from "#domain/schema/collection.ts";
import { paymentProviders } from "#domain/payments/providers.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/**
 * PAYMENT_SETTINGS_INCOMPLETE if the chosen gateway lacks a required field, GSTIN_REQUIRED if taxes are charged without
 * a GSTIN.
 */
export function validatePaymentSettings({
  after,
  related,
}: RuleArgsOf<"payment_settings", "branch">): RuleViolation | undefined {
  const requiredFields = after.gateway === "off" ? [] : paymentProviders[after.gateway].fields;
  const missingField = requiredFields.find((field) => (after[field] ?? null) === null);
  if (missingField) return new RuleViolation("PAYMENT_SETTINGS_INCOMPLETE", missingField);
  const isTaxed = after.tax_treatment === "taxable";
  return isTaxed && !related.branch?.gstin ? new RuleViolation("GSTIN_REQUIRED", "tax_treatment") : undefined;
}
