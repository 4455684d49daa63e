// §4: what a printed receipt says about the charge, each payment, refunds and the tax invoice.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, formatWireAmount, toPaise } from "#domain/money.ts";
import { channelLabels } from "#domain/payments/channels/payment-channels.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import type { Language } from "#domain/people/languages.ts";
import { describePaperChannel, getPaperChargeLine, getPaperText, type PaperText } from "#domain/printing/paper-text.ts";
import { type PaperLine, textLine } from "#domain/printing/paper.ts";

/** What an entry or a ticket was charged, in wire amounts. */
interface PrintedCharge {
  actual_amount: string | null;
  additional_charge: string | null;
  deduction_charge: string | null;
  total_amount: string | null;
}

interface ReceiptLinesOptions {
  slip: PrintedCharge;
  label: "Parking" | "Valet parking";
  language: Language;
  /** The balance when the charge was computed, whose lines explain it. */
  balance: EntryBalance | undefined;
  receipt: Receipt;
  /** Time zone of the branch. */
  zone: string;
}

const readAmount = (amount: string | null): number => toPaise(amount ?? "0");

/** What leads to the charge, if one line does not say it. */
function describeCharge({
  slip,
  balance,
  language,
}: Pick<ReceiptLinesOptions, "slip" | "balance" | "language">): string[] {
  if (!balance) return [];
  const { arithmetic, actual } = balance;
  const isExplained = formatWireAmount(actual) === slip.actual_amount && arithmetic.lines.length > 1;
  return isExplained ? arithmetic.lines.map((line) => getPaperChargeLine({ line, language })) : [];
}

export function receiptLines({ slip, label, balance, receipt, zone, language }: ReceiptLinesOptions): PaperLine[] {
  const { lines, refunded, invoices } = receipt;
  const say = (text: PaperText): string => getPaperText({ language, text });
  const charges: readonly [label: PaperText, paise: number][] = [
    [label, readAmount(slip.actual_amount)],
    ["Extra charge", readAmount(slip.additional_charge)],
    ["Discount", -readAmount(slip.deduction_charge)],
    ["Total", readAmount(slip.total_amount)],
  ];
  const [first] = lines;
  const isOneChannel = lines.every(({ channel }) => channel === first?.channel);
  const way = first && isOneChannel ? describePaperChannel({ payment: first, language }) : "";
  const received = lines.reduce((sum, { amount }) => sum + amount, 0) - refunded;
  return [
    ...describeCharge({ slip, balance, language }).flatMap((text) => textLine(text, "small")),
    ...charges
      .filter(([name, paise]) => paise !== 0 || name === "Total")
      .flatMap(([name, paise]) => textLine(`${say(name)} ${formatRupees(paise)}`)),
    ...lines.flatMap((line) => describePayment({ line, zone, language })),
    ...textLine(refunded > 0 && `${say("Refunded")} ${formatRupees(refunded)}`),
    ...textLine(`${say("Paid")} ${formatRupees(received)} ${way}`.trim(), "heading"),
    ...invoices.flatMap(({ invoice_no, credits, sac, taxable, cgst, sgst }) =>
      textLine(
        `${credits === null ? `Tax invoice ${invoice_no}` : `Credit note ${invoice_no} for ${credits}`}, SAC ${sac}: taxable ${formatRupees(taxable)}, CGST ${formatRupees(cgst)}, SGST ${formatRupees(sgst)}`,
        "small",
      ),
    ),
  ];
}

function describePayment({
  line,
  zone,
  language,
}: Pick<ReceiptLinesOptions, "zone" | "language"> & { line: Receipt["lines"][number] }): PaperLine[] {
  const { amount, channel, by, received_at: at, reference, utr } = line;
  return [
    ...textLine(
      `${formatRupees(amount)} ${getPaperText({ language, text: channelLabels[channel] })}${by ? `, ${by}` : ""}`,
    ),
    ...textLine(
      [formatDateTime12({ at: new Date(at), zone }), reference, utr && `UTR ${utr}`].filter(Boolean).join(" · "),
      "small",
    ),
  ];
}
