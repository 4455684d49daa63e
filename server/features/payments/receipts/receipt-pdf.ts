// §4: the receipt of an entry, ticket or pass as a PDF of one or more A4 pages, with its tax invoices
// (docs/decisions/027-receipt-pdf.md).
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { channelLabels } from "#domain/payments/channels/payment-channels.ts";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import {
  createPaper,
  type Paper,
  type PictureSource,
  printPaper,
  sizes,
} from "#server/features/payments/receipts/pdf-paper.ts";

type TaxInvoice = Receipt["invoices"][number];

/** Receipt numbers consist of letters, digits and separators; others are left out, since a header contains the name. */
export function getReceiptFileName({ receipt_no: number }: Pick<PaymentPage, "receipt_no">): string {
  const safe = (number ?? "").replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return safe === "" ? "receipt.pdf" : `receipt-${safe}.pdf`;
}

export async function createReceiptPdf({
  page,
  receipt,
  drawing,
}: {
  page: PaymentPage;
  receipt: Receipt;
  drawing: PictureSource;
}): Promise<Buffer> {
  const paper = createPaper();
  writeReceipt({ paper, page, receipt });
  return printPaper({ paper, title: `Receipt ${page.receipt_no ?? ""}`.trim(), drawing });
}

function writeReceipt({ paper, page, receipt }: { paper: Paper; page: PaymentPage; receipt: Receipt }): void {
  const { branch } = page;
  const formatAt = (at: string | Date | null): string =>
    at ? formatDateTime12({ at: new Date(at), zone: branch.time_zone }) : "–";
  paper.write(branch.company, { strong: true, size: 14 });
  paper.write(branch.name);
  if (branch.address) paper.write(branch.address);
  paper.skip(12);
  paper.write("Receipt", { strong: true, size: sizes.title });
  paper.skip(6);
  paper.writeField("Receipt", page.receipt_no);
  paper.writeField(page.kind === "V" ? "Vehicle" : "Vehicle or visitor", page.name);
  if (page.kind === "M") {
    const paid = receipt.lines.flatMap(({ period }) => period ?? []);
    for (const { from, till } of paid.length > 0 ? paid : page.period ? [page.period] : [])
      paper.writeField("Pass for the period", `${formatAt(from)} – ${formatAt(till)}`);
  } else {
    if (page.booked) {
      paper.writeField("Booked", `${formatAt(page.booked.from)} – ${formatAt(page.booked.until)}`);
      paper.writeField("Slot", page.booked.slot);
    }
    paper.writeField("In", formatAt(page.in_time));
    paper.writeField("Out", formatAt(page.out_time));
  }
  const { lines } = page.owed.arithmetic;
  if (lines.length > 0) paper.writeField("Charge", lines.map(({ text }) => text).join(" · "));
  paper.writeRule();
  writePayments({ paper, page, receipt, formatAt });
  for (const invoice of receipt.invoices) writeInvoice({ paper, invoice, issued: formatAt(invoice.issued_at) });
}

function writePayments({
  paper,
  page,
  receipt: { lines, refunded },
  formatAt,
}: {
  paper: Paper;
  page: PaymentPage;
  receipt: Receipt;
  formatAt: (at: string) => string;
}): void {
  if (lines.length === 0) paper.write(page.payment_status === "paid" ? "Nothing was left to pay." : "No payments yet.");
  for (const { received_at: at, channel, reference, by, amount, transaction, utr } of lines) {
    const details = [formatAt(at), channelLabels[channel], reference, by, transaction, utr && `UTR ${utr}`];
    paper.writeRow(details.filter(Boolean).join(", "), formatRupees(amount));
  }
  if (refunded > 0) paper.writeRow("Refunded", formatRupees(-refunded));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0) - refunded;
  paper.writeRule();
  paper.writeRow("Total received", formatRupees(total), { strong: true });
  if (page.owed.extended > 0) paper.writeRow("Balance due", formatRupees(page.owed.extended), { strong: true });
}

function writeInvoice({ paper, invoice, issued }: { paper: Paper; invoice: TaxInvoice; issued: string }): void {
  const rate = `${invoice.half_rate / 100} %`;
  paper.skip(18);
  paper.write(invoice.credits === null ? "Tax invoice" : "Credit note", { strong: true, size: 14 });
  paper.skip(4);
  paper.writeField(invoice.credits === null ? "Invoice" : "Credit note", invoice.invoice_no);
  if (invoice.credits !== null) paper.writeField("For invoice", invoice.credits);
  paper.writeField("Date", issued);
  paper.writeField("GSTIN", invoice.gstin);
  paper.writeField("Supplier", [invoice.supplier_name, invoice.supplier_address].filter(Boolean).join(", "));
  if (invoice.recipient_name)
    paper.writeField("Recipient", [invoice.recipient_name, invoice.recipient_address].filter(Boolean).join(", "));
  if (invoice.recipient_gstin) paper.writeField("Recipient's GSTIN", invoice.recipient_gstin);
  paper.writeField("Service", `${invoice.description}, SAC ${invoice.sac}`);
  if (invoice.credits === null) paper.writeField("Reverse charge", "No");
  paper.writeRule();
  paper.writeRow("Taxable value", formatRupees(invoice.taxable));
  paper.writeRow(`CGST ${rate}`, formatRupees(invoice.cgst));
  paper.writeRow(`SGST ${rate}`, formatRupees(invoice.sgst));
  paper.writeRow("Total including tax", formatRupees(invoice.total), { strong: true });
}
