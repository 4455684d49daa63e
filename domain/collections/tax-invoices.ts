// §4 receipts: tax invoices under GST, beside the operational receipt id; numbers run without a gap per GSTIN and financial year.
import { collection, Refusal } from "#domain/collection.ts";
import { ownBranch, ownCompany } from "#domain/access.ts";
import { choice, gstin, integer, many, money, one, text, timestamp } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { taxIsSplit } from "#domain/rules/tax-invoice.ts";

export const TaxInvoices = collection("tax_invoices", {
  fields: {
    company: one("Companies", { serverSet: true }),
    branch: one("Branch", { serverSet: true }),
    // `day`: all small sales of a day to buyers without a GSTIN, in one invoice (CGST Rule 46).
    kind: choice(["single", "day"], { serverSet: true, default: "single" }),
    gstin: gstin({ serverSet: true }),
    financial_year: text({ max: 4, serverSet: true }),
    invoice_no: text({ max: 16, serverSet: true }),
    issued_at: timestamp({ serverSet: true }),
    // 'YYYY-MM-DD' in the branch's zone; of a day invoice the day it is for.
    day: text({ max: 10, serverSet: true }),
    supplier_name: text({ max: 150, serverSet: true }),
    supplier_address: text({ max: 400, serverSet: true }),
    recipient_name: text({ max: limits.companyName, serverSet: true }),
    recipient_address: text({ max: limits.address, serverSet: true }),
    recipient_gstin: gstin({ serverSet: true }),
    receipt_no: text({ max: 30, serverSet: true }),
    description: text({ max: 150, serverSet: true }),
    sac: text({ max: 6, serverSet: true }),
    // Hundredths of a percent, for each half.
    half_rate: integer({ serverSet: true }),
    sales: integer({ serverSet: true }),
    taxable: money({ serverSet: true }),
    cgst: money({ serverSet: true }),
    sgst: money({ serverSet: true }),
    total: money({ serverSet: true }),
    payments: many("payments", "invoice"),
  },
  unique: [{ on: ["gstin", "financial_year", "invoice_no"] }, { on: ["branch", "day"], while: "kind = 'day'" }],
  indexes: [["branch", "id"]],
  rules: [taxIsSplit],
  scarce: ["invoice"],
  removal: [() => new Refusal("FORBIDDEN")],
  access: { read: { admin: ownCompany, manager: ownBranch, staff: ownBranch } },
});
