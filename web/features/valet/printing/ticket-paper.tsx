// The papers of a ticket, 80 mm wide: the slip for the customer, and a receipt once it is paid; not visible on screen.
import { useState, type ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { can } from "#domain/access/capabilities.ts";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { isDuplicatePrint } from "#domain/parking/slip-prints.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { call } from "#web/api/call.ts";
import { formatSlot } from "#web/api/entry.ts";
import { computeTicketBalance } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { recordPrint, type TicketSlip } from "#web/features/valet/api.ts";
import { ReceiptLines } from "#web/product/slip/receipt-lines.tsx";
import styles from "#web/product/slip/slip.module.css";
import { QrCode } from "#web/ui/data/qr.tsx";

interface PrintedTicket {
  slip: TicketSlip;
  receipt: Receipt | undefined;
}

function TicketPaper({ slip, receipt }: PrintedTicket) {
  const { zone } = useBranch();
  const isPaid = slip.payment_status === "paid";
  const slot = formatSlot(slip);
  const tip = toPaise(slip.valet_tip ?? "0");
  // Drivers print a QR code that only identifies the ticket.
  const isProof = can(useRequiredSession(), "valet.manage");
  const formatAt = (at: string) => formatDateTime12({ at: new Date(at), zone });
  const chargedAt = slip.out_time ?? slip.paid_at;
  return createPortal(
    <div className={styles["paper"]} aria-hidden="true">
      <p className={styles["paperCompany"]}>{slip.company?.name}</p>
      <p>{slip.branch?.name}</p>
      {slip.branch?.address && <p className={styles["paperSmall"]}>{slip.branch.address}</p>}
      <p className={styles["paperCompany"]}>{isPaid ? "RECEIPT" : "VALET TICKET"}</p>
      {isDuplicatePrint(slip) && <p className={styles["paperCompany"]}>DUPLICATE</p>}
      <p className={styles["paperPlate"]}>{slip.Vehicle_Number}</p>
      <p className={styles["paperCompany"]}>Token {slip.token_no}</p>
      {!slip.out_time && (
        <div className={styles["paperQr"]}>
          <QrCode text={slip.qr} label="QR code of this ticket" size="40mm" />
        </div>
      )}
      {slip.key_tag && !slip.out_time && <p>Key tag {slip.key_tag}</p>}
      {slot && !slip.out_time && <p>Slot {slot}</p>}
      <p className="figures">Receipt {slip.receipt_no}</p>
      <p className="figures">In {formatAt(slip.in_time ?? slip.date_created)}</p>
      {slip.out_time && <p className="figures">Out {formatAt(slip.out_time)}</p>}
      {receipt && (
        <ReceiptLines
          slip={slip}
          label="Valet parking"
          balance={chargedAt ? computeTicketBalance({ ticket: slip, now: new Date(chargedAt) }) : undefined}
          receipt={receipt}
          zone={zone}
        />
      )}
      {isPaid && tip > 0 && <p className="figures">Tip for driver, not in total: {formatRupees(tip)}</p>}
      {slip.tariff?.version && <p className={styles["paperSmall"]}>Tariff version {slip.tariff.version}</p>}
      {slip.branch?.valet_number && <p className={styles["paperSmall"]}>Valet phone {slip.branch.valet_number}</p>}
      {!slip.out_time && (
        <p className={styles["paperSmall"]}>
          Please keep this ticket. Your OTP, sent by SMS, collects your car{isProof ? ", and so does this QR code" : ""}
          .
        </p>
      )}
    </div>,
    document.body,
  );
}

/**
 * Records the print and prints the ticket as it is now; render `printable` where the page stays mounted. The OTP is not on
 * the paper, which drivers print: the customer has it by SMS and on the page of the ticket.
 */
export function usePrintTicket({ id }: { id: number }): {
  print: () => Promise<void>;
  printable: ReactNode;
} {
  const [printed, setPrinted] = useState<PrintedTicket>();
  async function print(): Promise<void> {
    const slip = await recordPrint(id);
    const token = slip.payment_status === "paid" ? slip.pay : undefined;
    const receipt = token ? await call({ route: "GET /actions/receipts/:token", token }) : undefined;
    // The paper must be in the document before the print dialog opens.
    flushSync(() => setPrinted({ slip, receipt }));
    globalThis.print();
  }
  return { print, printable: printed && <TicketPaper {...printed} /> };
}
