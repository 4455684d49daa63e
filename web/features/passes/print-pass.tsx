// A pass on paper: its QR code and validity, and what was paid for it.
import { useState } from "react";
import type { ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { describeChannel } from "#domain/payments/channels/payment-channels.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import type { Pass } from "#web/features/passes/api.ts";
import styles from "#web/product/slip/slip.module.css";
import { joinClassNames } from "#web/ui/class-names.ts";
import { QrCode } from "#web/ui/data/qr.tsx";

const paymentFields = ["id", "kind", "mode", "channel", "amount", "received_at"] as const;
type PaidAmount = WireRow<"payments", typeof paymentFields>;

/** Prints the pass as it is now; render `printable` where the page stays mounted. */
export function usePrintPass(pass: Pass): { print: () => Promise<void>; printable: ReactNode } {
  const [payments, setPayments] = useState<readonly PaidAmount[]>();
  async function print(): Promise<void> {
    const filter = { pass: { _eq: pass.id } };
    const paid = await readItems("payments", { fields: paymentFields, filter, sort: ["id"], limit: 100 });
    // The paper must be in the document before the print dialog opens.
    flushSync(() => setPayments(paid));
    globalThis.print();
  }
  return { print, printable: payments && <PrintablePass pass={pass} payments={payments} /> };
}

function PrintablePass({ pass, payments }: { pass: Pass; payments: readonly PaidAmount[] }) {
  const { zone } = useBranch();
  const format = (at: string | null) => (at === null ? "" : formatDateTime12({ at: new Date(at), zone }));
  return createPortal(
    <div
      className={joinClassNames(styles["paper"], payments.length > 0 && styles["paperWithPayment"])}
      aria-hidden="true"
    >
      <p className={styles["paperCompany"]}>{pass.company?.name}</p>
      <p>{pass.branch?.name}</p>
      {pass.branch?.address && <p className={styles["paperSmall"]}>{pass.branch.address}</p>}
      <p className={styles["paperCompany"]}>PARKING PASS</p>
      {pass.branch?.gstin && <p className={styles["paperSmall"]}>GSTIN {pass.branch.gstin}</p>}
      <p className={styles["paperPlate"]}>{pass.vehicle_no ?? pass.name}</p>
      {Boolean(pass.slot_no) && <p className={styles["paperSlot"]}>Slot {formatSlot(pass)}</p>}
      <div className={styles["paperQr"]}>
        <QrCode text={pass.qr} label="QR code of this pass" size="40mm" />
      </div>
      <p className="figures">From {format(pass.pass_start_time)}</p>
      <p className="figures">Till {format(pass.pass_end_time)}</p>
      {pass.vehicle_type && <p>{pass.vehicle_type.name}</p>}
      {payments.map(({ id, amount, received_at, ...payment }) => (
        <p key={id} className={styles["paperSmall"]}>
          {payment.kind === "refund" ? "Returned" : "Paid"} {formatRupees(Math.abs(toPaise(amount)))}{" "}
          {describeChannel(payment)}, {format(received_at)}
        </p>
      ))}
      <p className={styles["paperSmall"]}>Show this code at the gate</p>
    </div>,
    document.body,
  );
}
