// §4: the receipt of an entry, ticket or pass as a PDF of one or more A4 pages, with its tax invoices
// (docs/decisions/027-receipt-pdf.md).
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { channelLabels } from "#domain/payments/channels/payment-channels.ts";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import type { Receipt } from "#domain/payments/receipt.ts";

type TaxInvoice = Receipt["invoices"][number];

/** An A4 page in points. */
const margin = 56;
const width = 595.28 - 2 * margin;
const amountWidth = 130;
const bottom = 841.89 - margin;
const fonts = { text: "Helvetica", strong: "Helvetica-Bold" } as const;
const sizes = { title: 20, text: 10.5, small: 8.5 } as const;

/** What the standard fonts of PDF, which need not be embedded, have no character for. */
const substitutes: readonly [pattern: RegExp, text: string][] = [
  [/₹\s?/g, "Rs. "],
  [/−/g, "-"],
  // Latin-1, and the punctuation that the encoding of the standard fonts adds to it.
  [/[^\u0020-\u007E\u00A0-\u00FF–—‘’“”•…]/g, "?"],
];

/** Text in the characters of the standard fonts. */
export function toPdfText(input: string): string {
  return substitutes.reduce((text, [pattern, substitute]) => text.replaceAll(pattern, substitute), input);
}

/** Receipt numbers consist of letters, digits and separators; others are left out, since a header contains the name. */
export function getReceiptFileName({ receipt_no: number }: Pick<PaymentPage, "receipt_no">): string {
  const safe = (number ?? "").replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return safe === "" ? "receipt.pdf" : `receipt-${safe}.pdf`;
}

export async function createReceiptPdf(content: { page: PaymentPage; receipt: Receipt }): Promise<Buffer> {
  // Its fonts and compression take 20 MB, which a server that creates no PDF does not need.
  const { default: PDFDocument } = await import("pdfkit");
  const title = toPdfText(`Receipt ${content.page.receipt_no ?? ""}`.trim());
  const pdf = new PDFDocument({ size: "A4", margin, info: { Title: title, Producer: "Chaavi", Creator: "Chaavi" } });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  writeReceipt({ paper: createPaper(pdf), ...content });
  pdf.end();
  return done;
}

type Paper = ReturnType<typeof createPaper>;

/** Lines of text from top to bottom, which continue on a new page. */
function createPaper(pdf: PDFKit.PDFDocument) {
  const write = (
    text: string,
    { strong = false, size = sizes.text }: { strong?: boolean; size?: number } = {},
  ): void => {
    pdf
      .font(strong ? fonts.strong : fonts.text)
      .fontSize(size)
      .text(toPdfText(text), margin, pdf.y, { width });
  };
  /** A label or name with an amount at the right; both may take several lines. */
  const writeRow = (label: string, value: string, { strong = false, valueWidth = amountWidth } = {}): void => {
    pdf.font(strong ? fonts.strong : fonts.text).fontSize(sizes.text);
    const columns = { left: width - valueWidth - 12, right: valueWidth };
    const [left, right] = [toPdfText(label), toPdfText(value)];
    const height = Math.max(
      pdf.heightOfString(left, { width: columns.left }),
      pdf.heightOfString(right, { width: columns.right }),
    );
    if (pdf.y + height > bottom) pdf.addPage();
    const top = pdf.y;
    pdf.text(left, margin, top, { width: columns.left });
    pdf.text(right, margin + columns.left + 12, top, { width: columns.right, align: "right" });
    pdf.y = top + height + 4;
  };
  const writeRule = (): void => {
    pdf.y += 4;
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.5)
      .stroke("#999999");
    pdf.y += 8;
  };
  return {
    write,
    writeRow,
    writeRule,
    writeField: (label: string, value: string | null) => writeRow(label, value ?? "–", { valueWidth: 320 }),
    skip: (points: number): void => void (pdf.y += points),
  };
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
  paper.writeField("Reverse charge", "No");
  paper.writeRule();
  paper.writeRow("Taxable value", formatRupees(invoice.taxable));
  paper.writeRow(`CGST ${rate}`, formatRupees(invoice.cgst));
  paper.writeRow(`SGST ${rate}`, formatRupees(invoice.sgst));
  paper.writeRow("Total including tax", formatRupees(invoice.total), { strong: true });
}
