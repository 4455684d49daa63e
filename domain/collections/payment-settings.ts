// §4: how a branch is paid online, and its taxes. Keys are write-only: kept encrypted, read back as stars.
import { ownBranch, ownCompany, through } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, integer, money, one, sealed, text } from "#domain/fields.ts";
import { gatewayNames } from "#domain/collections/payments.ts";
import { settingsAreWhole } from "#domain/rules/payment-settings.ts";

const companysBranch = through("branch", ownCompany);
const shownToGate = ["branch", "gateway", "environment", "tax_treatment", "manager_refund_limit"];

export const PaymentSettings = collection("payment_settings", {
  fields: {
    branch: one("Branch", { required: true, onDelete: "cascade", unique: true }),
    gateway: choice(["off", ...gatewayNames], { default: "off" }),
    environment: choice(["simulator", "sandbox", "production"], { default: "sandbox" }),
    merchant_id: text({ label: "Merchant ID", max: 38, pattern: /^[\w-]+$/, message: "*Invalid merchant ID" }),
    salt_key: sealed({ label: "Salt key", max: 200 }),
    salt_index: integer({ label: "Salt index", min: 1, max: 99, default: 1 }),
    client_id: text({ label: "Client ID", max: 100 }),
    client_version: integer({ label: "Client version", min: 1, max: 999, default: 1 }),
    client_secret: sealed({ label: "Client secret", max: 200 }),
    webhook_user: text({
      label: "Webhook user",
      pattern: /^\w{5,20}$/,
      max: 20,
      message: "*Use 5 to 20 letters, digits or underscores",
    }),
    webhook_password: sealed({
      label: "Webhook password",
      pattern: /^[A-Za-z0-9]{8,20}$/,
      max: 20,
      message: "*Use 8 to 20 letters and digits",
    }),
    // What a manager may pay back at once; empty is the limit of domain/limits.ts. An admin has none.
    manager_refund_limit: money({ min: 0, max: 9_999_999_99 }),
    tax_treatment: choice(["unregistered", "taxable", "exempt"], { default: "unregistered" }),
  },
  rules: [settingsAreWhole],
  needs: ["branch"],
  access: {
    read: {
      admin: companysBranch,
      manager: { rows: ownBranch, fields: shownToGate },
      staff: { rows: ownBranch, fields: shownToGate },
    },
    create: { admin: companysBranch },
    update: { admin: companysBranch },
  },
});
