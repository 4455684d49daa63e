// What a printed receipt says about the charge, each payment, refunds and the tax invoice.
import type { ReactNode } from "react";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, formatWireAmount, toPaise } from "#domain/money.ts";
import { channelLabels, describeChannel } from "#domain/payments/channels/payment-channels.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { joinClassNames } from "#web/ui/class-names.ts";
import styles from "#web/product/slip/slip.module.css";

/** What an entry or a ticket was charged, in wire amounts. */
interface PrintedCharge {
  actual_amount: string | null;
  additional_charge: string | null;
  deduction_charge: string | null;
  total_amount: string | null;
}

interface ReceiptLinesProps {
  slip: PrintedCharge;
  /** 'Parking' or 'Valet parking'. */
  label: string;
  /** The balance when the charge was computed, whose lines explain it. */
  balance: EntryBalance | undefined;
  receipt: Receipt;
  /** Time zone of the branch. */
  zone: string;
}

const readAmount = (amount: string | null): number => toPaise(amount ?? "0");

/** What leads to the charge, if one line does not say it. */
function describeCharge({ slip, balance }: Pick<ReceiptLinesProps, "slip" | "balance">): string[] {
  if (!balance) return [];
  const { arithmetic, actual } = balance;
  const isExplained = formatWireAmount(actual) === slip.actual_amount && arithmetic.lines.length > 1;
  return isExplained ? arithmetic.lines.map(({ text }) => text) : [];
}

export function ReceiptLines({
  slip,
  label: chargeLabel,
  balance,
  receipt: { lines, refunded, invoices },
  zone,
}: ReceiptLinesProps) {
  const total = readAmount(slip.total_amount);
  const charges: readonly [label: string, paise: number][] = [
    [chargeLabel, readAmount(slip.actual_amount)],
    ["Extra charge", readAmount(slip.additional_charge)],
    ["Discount", -readAmount(slip.deduction_charge)],
    ["Total", total],
  ];
  const [first] = lines;
  const isOneChannel = lines.every(({ channel }) => channel === first?.channel);
  const received = lines.reduce((sum, { amount }) => sum + amount, 0) - refunded;
  return (
    <>
      {describeCharge({ slip, balance }).map((text) => (
        <p key={text} className={joinClassNames(styles["paperSmall"], "figures")}>
          {text}
        </p>
      ))}
      {charges
        .filter(([label, paise]) => paise !== 0 || label === "Total")
        .map(([label, paise]) => (
          <Line key={label}>
            {label} {formatRupees(paise)}
          </Line>
        ))}
      {lines.map((line) => (
        <div key={`${line.received_at}${line.amount}`}>
          <Line>
            {formatRupees(line.amount)} {channelLabels[line.channel]}
            {line.by && `, ${line.by}`}
          </Line>
          <p className={joinClassNames(styles["paperSmall"], "figures")}>
            {[formatDateTime12({ at: new Date(line.received_at), zone }), line.reference, line.utr && `UTR ${line.utr}`]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      ))}
      {refunded > 0 && <Line>Refunded {formatRupees(refunded)}</Line>}
      <p className={joinClassNames(styles["paperCompany"], "figures")}>
        Paid {formatRupees(received)} {first && isOneChannel && describeChannel(first)}
      </p>
      {invoices.map((invoice) => (
        <p key={invoice.id} className={joinClassNames(styles["paperSmall"], "figures")}>
          Tax invoice {invoice.invoice_no}, SAC {invoice.sac}: taxable {formatRupees(invoice.taxable)}, CGST{" "}
          {formatRupees(invoice.cgst)}, SGST {formatRupees(invoice.sgst)}
        </p>
      ))}
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="figures">{children}</p>;
}
