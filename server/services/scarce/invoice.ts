// §4 receipts: the number of a tax invoice, one series for each GSTIN and financial year, without a gap.
import { invoiceNumber } from "#domain/rules/gst.ts";
import type { ScarceStep } from "#server/items/write-context.ts";

export const takeInvoiceNumber: ScarceStep = async ({ ctx, before, after }) => {
  if (before) return {};
  const gstin = after["gstin"] as string;
  const year = after["financial_year"] as string;
  const [row] = await ctx.tx.unsafe<{ value: number }[]>(
    `insert into "invoice_counters" as c ("gstin", "financial_year", "value") values ($1, $2, 1)
     on conflict ("gstin", "financial_year") do update set "value" = c."value" + 1 returning "value"`,
    [gstin, year],
    { prepare: true },
  );
  return { invoice_no: invoiceNumber({ year, number: row!.value }) };
};
