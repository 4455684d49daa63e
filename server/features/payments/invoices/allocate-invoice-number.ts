// §4 receipts: allocates the number of a tax invoice or credit note; each GSTIN and financial year has one series of each without gaps.
import type { RowOf } from "#domain/schema/registry.ts";
import { formatInvoiceNumber } from "#domain/payments/gst.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";

export const allocateInvoiceNumber: AllocationStep<RowOf<"tax_invoices">> = async ({ ctx, before, after }) => {
  if (before) return {};
  const { gstin, financial_year: year, kind } = after;
  const series = kind === "credit" ? "CRN" : "INV";
  const table = series === "CRN" ? "credit_note_counters" : "invoice_counters";
  const [row] = await ctx.tx.unsafe<{ value: number }[]>(
    `insert into "${table}" as c ("gstin", "financial_year", "value") values ($1, $2, 1)
     on conflict ("gstin", "financial_year") do update set "value" = c."value" + 1 returning "value"`,
    [gstin, year],
    { prepare: true },
  );
  return { invoice_no: formatInvoiceNumber({ series, year, number: row!.value }) };
};
