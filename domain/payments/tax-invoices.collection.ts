// §4 receipts: GST tax invoices and credit notes, in addition to the receipt id; numbered without gaps per GSTIN and financial year.
import { defineCollection, RuleViolation } from "#domain/schema/collection.ts";
import { inOwnScope } from "#domain/access/row-filters.ts";
import { choice, integer, many, money, one, text, timestamp } from "#domain/schema/fields.ts";
import { gstin } from "#domain/schema/tax-id-fields.ts";
import * as limits from "#domain/limits.ts";
import { applyTaxSplit } from "#domain/payments/tax-invoice.ts";

const taxInvoicesFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  // `day`: consolidated invoice of a day's small sales to buyers without a GSTIN (CGST Rule 46).
  // `credit`: a credit note (Rule 53), whose amounts are negative, so that the sum of all rows is what the branch has to tax.
  kind: choice(["single", "day", "credit"], { serverSet: true, default: "single" }),
  // Of a credit note: the invoice it reduces.
  credits: one("tax_invoices", { serverSet: true, index: true }),
  gstin: gstin({ serverSet: true, isSetOnCreate: true }),
  financial_year: text({ max: 4, serverSet: true, isSetOnCreate: true }),
  invoice_no: text({ max: 16, serverSet: true, isSetOnCreate: true }),
  issued_at: timestamp({ serverSet: true, isSetOnCreate: true }),
  // 'YYYY-MM-DD' in the branch's time zone; for those of a past day the day of the sales.
  day: text({ max: 10, serverSet: true }),
  supplier_name: text({ max: 150, serverSet: true, isSetOnCreate: true }),
  supplier_address: text({ max: 400, serverSet: true, isSetOnCreate: true }),
  recipient_name: text({ max: limits.companyName, serverSet: true }),
  recipient_address: text({ max: limits.address, serverSet: true }),
  recipient_gstin: gstin({ serverSet: true }),
  receipt_no: text({ max: 30, serverSet: true }),
  description: text({ max: 150, serverSet: true, isSetOnCreate: true }),
  sac: text({ max: 6, serverSet: true, isSetOnCreate: true }),
  // Basis points of CGST and SGST each.
  half_rate: integer({ serverSet: true, isSetOnCreate: true }),
  sales: integer({ serverSet: true }),
  taxable: money({ serverSet: true, isSetOnCreate: true }),
  cgst: money({ serverSet: true, isSetOnCreate: true }),
  sgst: money({ serverSet: true, isSetOnCreate: true }),
  total: money({ serverSet: true, isSetOnCreate: true }),
  payments: many("payments", "invoice"),
};

export const TaxInvoices = defineCollection("tax_invoices", {
  fields: taxInvoicesFields,
  unique: [{ fields: ["gstin", "financial_year", "invoice_no"] }, { fields: ["branch", "day"], where: "kind = 'day'" }],
  indexes: [
    ["branch", "id"],
    ["branch", "issued_at"],
  ],
  rules: [applyTaxSplit],
  allocations: ["invoice"],
  deleteRules: [() => new RuleViolation("FORBIDDEN")],
  access: { read: { "payment.read": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    tax_invoices: typeof taxInvoicesFields;
  }
}
