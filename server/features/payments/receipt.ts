// §4 receipt of an entry: its payments, refunds and tax invoices.
import type { paymentActions } from "#domain/payments/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { type FinishedEntry, type FinishedTicket, isEntryFinished, isTicketFinished } from "#domain/ratings/rating.ts";
import { selectRemaining } from "#server/features/payments/invoices/issue-invoice.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";

type Receipt = ContractResult<typeof paymentActions.readReceipt>;

interface PaidLine {
  isInvoiceable: boolean;
  valid_from: Date | null;
  valid_till: Date | null;
}

/** Only a finished visit can be rated; a pass is none. */
async function isVisitFinished({ services: { sql }, entry: { kind, id } }: { services: AppServices; entry: PaidKey }) {
  if (kind === "M") return false;
  if (kind === "P") {
    const [entry] = await sql<FinishedEntry[]>`
      select parking_status_id, voided_at, is_test from "Parking_Information" where id = ${id}`;
    return entry !== undefined && isEntryFinished(entry);
  }
  const [ticket] = await sql<FinishedTicket[]>`
    select status_id, voided_at, is_test from "Valet_and_Parking_Information" where id = ${id}`;
  return ticket !== undefined && isTicketFinished(ticket);
}

export async function readReceipt({ services, entry }: { services: AppServices; entry: PaidKey }): Promise<Receipt> {
  const { sql } = services;
  const field = sql(paidKinds[entry.kind].field);
  const lines = await sql<(Omit<Receipt["lines"][number], "period"> & PaidLine)[]>`
    select (p.amount * 100)::int as amount, p.mode, coalesce(p.channel, p.mode) as channel,
      case when p.channel in ('upi', 'card_terminal') then p.reference end as reference, p.received_at, p.merchant_transaction_id as transaction, a.utr, u.first_name as by, p.invoice is null and ${selectRemaining(sql)} > 0 as "isInvoiceable", p.valid_from, p.valid_till
    from payments p left join payment_attempts a on a.merchant_transaction_id = p.merchant_transaction_id
    left join users u on u.id = p.collected_by where p.${field} = ${entry.id}
      and p.kind = 'payment' and not exists (select 1 from payments r where r.corrects = p.id and r.kind = 'reversal') order by p.id`;
  const [refund] = await sql<{ refunded: number }[]>`
    select ((select coalesce(sum(r.amount), 0) from payment_refunds r join payment_attempts a on a.id = r.attempt
        where a.${field} = ${entry.id} and not a.is_tip and r.kind = 'manager' and r.state <> 'failed')
      - (select coalesce(sum(p.amount), 0) from payments p where p.${field} = ${entry.id} and p.kind = 'refund')) * 100 as refunded`;
  const invoices = await sql<Receipt["invoices"][number][]>`
    with own as (select id, invoice_no from tax_invoices
      where kind = 'single' and id in (select invoice from payments p where p.${field} = ${entry.id}))
    select i.id, i.invoice_no, credited.invoice_no as credits, issued_at, gstin, sac, half_rate, supplier_name, supplier_address,
      recipient_name, recipient_address, recipient_gstin, description, (sign * taxable * 100)::int as taxable,
      (sign * cgst * 100)::int as cgst, (sign * sgst * 100)::int as sgst, (sign * total * 100)::int as total
    from (select id, 1 as sign from own union all select n.id, -1 from own join tax_invoices n on n.credits = own.id) listed
      join tax_invoices i on i.id = listed.id left join own credited on credited.id = i.credits order by i.id`;
  return {
    lines: lines.map(({ isInvoiceable: _, valid_from: from, valid_till: till, ...line }) => ({
      ...line,
      period: from && till ? { from, till } : null,
    })),
    refunded: refund!.refunded,
    invoices,
    mayRate: await isVisitFinished({ services, entry }),
    mayInvoice: lines.some(({ isInvoiceable }) => isInvoiceable),
  };
}
