// §4: validation of the payment settings of a branch.
import { type Row, RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

/** A payment provider, with the fields of payment_settings that it requires. */
export interface RequiredCredentials {
  name: string;
  fields: readonly string[];
}
declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    paymentProviders: readonly RequiredCredentials[];
  }
}

type TaxSettings = Pick<RowOf<"payment_settings">, "tax_treatment" | "tax_reason">;

/** What follows from the verified GSTIN of the branch. */
export function deriveTaxTreatment(gstin: string | null | undefined): TaxSettings["tax_treatment"] {
  return gstin ? "taxable" : "unregistered";
}

/** Whether prices of the branch include GST, for which it issues tax invoices; null without payment settings. */
export function chargesGst({
  tax_treatment,
  gstin,
}: {
  tax_treatment: TaxSettings["tax_treatment"] | null;
  gstin: string | null;
}): boolean {
  return tax_treatment === "taxable" && gstin !== null;
}

/**
 * New settings follow the GSTIN of the branch unless they say otherwise. CHANGE_REASON_REQUIRED for a choice that does
 * not follow it; the reason is removed with the choice.
 */
export function applyTaxTreatment({
  before,
  after,
  changes,
  related,
}: RuleArgsOf<"payment_settings", "branch">): TaxSettings | RuleViolation | undefined {
  const derived = deriveTaxTreatment(related.branch?.gstin);
  const isChosen = "tax_treatment" in changes && changes.tax_treatment !== null;
  const treatment = before || isChosen ? after.tax_treatment : derived;
  if (treatment === derived) return { tax_treatment: treatment, tax_reason: null };
  const isChanged = !before || before.tax_treatment !== treatment || "tax_reason" in changes;
  const hasReason = (after.tax_reason ?? "").trim() !== "";
  return isChanged && !hasReason ? new RuleViolation("CHANGE_REASON_REQUIRED", "tax_reason") : undefined;
}

/**
 * FAILED_VALIDATION for an unknown gateway, PAYMENT_SETTINGS_INCOMPLETE if it lacks a required field, GSTIN_REQUIRED if
 * taxes are charged without a GSTIN.
 */
export function validatePaymentSettings({
  after,
  related,
  lookups,
}: RuleArgsOf<"payment_settings", "branch">): RuleViolation | undefined {
  const known = [{ name: "off", fields: [] }, ...(lookups?.paymentProviders ?? [])];
  const provider = known.find(({ name }) => name === after.gateway);
  if (!provider) {
    const names = known.map(({ name }) => name).join(", ");
    return new RuleViolation("FAILED_VALIDATION", "gateway", { type: "invalid" }, `*Gateway must be one of ${names}`);
  }
  const values: Row = after;
  const missingField = provider.fields.find((field) => (values[field] ?? null) === null);
  if (missingField) return new RuleViolation("PAYMENT_SETTINGS_INCOMPLETE", missingField);
  const isTaxed = after.tax_treatment === "taxable";
  return isTaxed && !related.branch?.gstin ? new RuleViolation("GSTIN_REQUIRED", "tax_treatment") : undefined;
}
