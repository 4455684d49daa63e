// §4: payment gateway and tax settings of a branch. Keys are write-only: stored encrypted, returned masked.
import { byScope, ownBranch, ownCompany, viaRelation } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, money, one, encrypted, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { applyTaxTreatment, validatePaymentSettings } from "#domain/payments/payment-settings.ts";

const branchOfCompany = viaRelation("branch", ownCompany);
const gateFields = ["branch", "gateway", "environment", "tax_treatment", "manager_refund_limit"];

const paymentSettingsFields = {
  branch: one("Branch", { required: true, onDelete: "cascade", unique: true }),
  // `off`, or the name of a provider.
  gateway: text({ max: 50, default: "off" }),
  environment: choice(["simulator", "sandbox", "production"], { default: "sandbox" }),
  merchant_id: text({ label: "Merchant ID", max: 38, pattern: /^[\w-]+$/, message: "*Invalid merchant ID" }),
  salt_key: encrypted({ label: "Salt key", max: 200 }),
  salt_index: integer({ label: "Salt index", min: 1, max: 99, default: 1 }),
  client_id: text({ label: "Client ID", max: 100 }),
  client_version: integer({ label: "Client version", min: 1, max: 999, default: 1 }),
  client_secret: encrypted({ label: "Client secret", max: 200 }),
  webhook_user: text({
    label: "Webhook user",
    pattern: /^\w{5,20}$/,
    max: 20,
    message: "*Use 5 to 20 letters, digits or underscores",
  }),
  webhook_password: encrypted({
    label: "Webhook password",
    pattern: /^[A-Za-z0-9]{8,20}$/,
    max: 20,
    message: "*Use 8 to 20 letters and digits",
  }),
  // Maximum of a single refund by a manager; empty is the limit of domain/limits.ts. Admins have no limit.
  manager_refund_limit: money({ min: 0, max: 9_999_999_99 }),
  // That of the branch's GSTIN (domain/payments/payment-settings.ts), or another one with a reason.
  tax_treatment: choice(["unregistered", "taxable", "exempt"], { default: "unregistered" }),
  tax_reason: text({ label: "Reason", max: limits.message }),
};

export const PaymentSettings = defineCollection("payment_settings", {
  fields: paymentSettingsFields,
  rules: [validatePaymentSettings, applyTaxTreatment],
  lookups: ["paymentProviders"],
  include: ["branch"],
  access: {
    read: {
      "payment.configure": branchOfCompany,
      "payment.read": { rows: byScope({ branch: ownBranch }), fields: gateFields },
    },
    create: { "payment.configure": branchOfCompany },
    update: { "payment.configure": branchOfCompany },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    payment_settings: typeof paymentSettingsFields;
  }
}
