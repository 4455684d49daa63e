// §2 §4 /reporting/money: tax invoices and credit notes by the day on which they were issued, and the tax of all of them.
import { moneyReports } from "#domain/reports/money-reports.ts";
import { getPaidKey } from "#domain/payments/online/paid-kinds.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";

const report = moneyReports["tax-invoices"];

interface Document {
  number: string;
  issued: Date;
  branch: string;
  gstin: string;
  credits: string | null;
  recipient: string | null;
  taxable: number;
  cgst: number;
  sgst: number;
  total: number;
}

/** What an invoice, or the one that a credit note reduces, is about; nothing for the invoice of a day. */
type PaidFor = Parameters<typeof getPaidKey>[0];

export async function readTaxInvoices(query: ReportQuery): Promise<ReportData<ColumnsOf<typeof report>>> {
  const { sql, filters, maxRows = null } = query;
  const { kind = null } = filters;
  const selected = sql`from ${selectBranchPeriods(query)} join tax_invoices i
    on i.branch = day.branch and i.issued_at >= day.start and i.issued_at < day.stop and (${kind}::text is null or i.kind = ${kind})`;
  const documents = sql<(Document & PaidFor)[]>`
    select i.invoice_no as number, i.issued_at as issued, day.name as branch, i.gstin, credited.invoice_no as credits,
      i.recipient_gstin as recipient, (i.taxable * 100)::int8 as taxable, (i.cgst * 100)::int8 as cgst, (i.sgst * 100)::int8 as sgst,
      (i.total * 100)::int8 as total, p.parking_information, p.valet_and_parking_information, p.pass
    ${selected} left join tax_invoices credited on credited.id = i.credits
      left join lateral (select parking_information, valet_and_parking_information, pass from payments
        where invoice = coalesce(i.credits, i.id) and coalesce(credited.kind, i.kind) = 'single' limit 1) p on true
    order by i.issued_at, i.id limit ${maxRows}`;
  const sums = sql<{ count: number; taxable: number; cgst: number; sgst: number; total: number }[]>`
    select count(*)::int as count, coalesce(sum(i.taxable) * 100, 0)::int8 as taxable, coalesce(sum(i.cgst) * 100, 0)::int8 as cgst,
      coalesce(sum(i.sgst) * 100, 0)::int8 as sgst, coalesce(sum(i.total) * 100, 0)::int8 as total ${selected}`;
  const [rows, [all]] = await Promise.all([documents, sums]);
  const { count, ...totals } = all!;
  return {
    rows: rows.map(({ parking_information, valet_and_parking_information, pass, ...values }) => ({
      values: { ...values, issued: values.issued.toISOString() },
      link: getPaidKey({ parking_information, valet_and_parking_information, pass }),
    })),
    totals,
    count,
  };
}
