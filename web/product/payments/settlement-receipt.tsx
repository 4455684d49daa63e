// §4: the printed receipt of the settlement of an account.
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { describeChannel } from "#domain/payments/channels/payment-channels.ts";
import { isDuplicate } from "#domain/parking/slip-prints.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { call } from "#web/api/call.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import styles from "#web/product/slip/slip.module.css";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";

const receiptFields = [
  "id",
  "account",
  "amount",
  "mode",
  "channel",
  "reference",
  "received_at",
  "collected_by.first_name",
  "company.name",
  "branch.name",
  "branch.address",
  "branch.gstin",
] as const;
type Settlement = WireRow<"payments", typeof receiptFields> & { isDuplicate: boolean };

export function PrintSettlementButton({ payment }: { payment: number }) {
  const [settlement, setSettlement] = useState<Settlement>();
  async function print(): Promise<void> {
    const { receipt_prints } = await call({
      route: "POST /actions/cash/payments/:id/print-receipt",
      id: payment,
    });
    const [found] = await readItems("payments", { fields: receiptFields, filter: { id: { _eq: payment } }, limit: 1 });
    // The paper must be in the document before the print dialog opens.
    flushSync(() => setSettlement(found && { ...found, isDuplicate: isDuplicate(receipt_prints) }));
    // Only one paper is printed at a time. A phone returns from `print` before the page is printed.
    addEventListener("afterprint", () => setSettlement(undefined), { once: true });
    globalThis.print();
  }
  return (
    <>
      <AsyncButton variant="default" leftSection={<IconPrinter size={18} aria-hidden="true" />} onPress={print}>
        Print receipt
      </AsyncButton>
      {settlement && <PrintableSettlement settlement={settlement} />}
    </>
  );
}

function PrintableSettlement({ settlement }: { settlement: Settlement }) {
  const { zone } = useBranch();
  const { id, account, amount, reference, received_at: at, collected_by: by, company, branch } = settlement;
  return createPortal(
    <div className={styles["paper"]} aria-hidden="true">
      <p className={styles["paperCompany"]}>{company?.name}</p>
      <p>{branch?.name}</p>
      {branch?.address && <p className={styles["paperSmall"]}>{branch.address}</p>}
      <p className={styles["paperCompany"]}>RECEIPT</p>
      {settlement.isDuplicate && <p className={styles["paperCompany"]}>DUPLICATE</p>}
      {branch?.gstin && <p className={styles["paperSmall"]}>GSTIN {branch.gstin}</p>}
      <p className="figures">No. S{id}</p>
      <p>Settlement of account</p>
      <p className={styles["paperPlate"]}>{account}</p>
      <p className={styles["paperCompany"]}>
        Paid {formatRupees(toPaise(amount))} {describeChannel(settlement)}
      </p>
      {reference && <p className="figures">Reference {reference}</p>}
      <p className="figures">{formatDateTime12({ at: new Date(at), zone })}</p>
      {by && <p className={styles["paperSmall"]}>Received by {by.first_name}</p>}
    </div>,
    document.body,
  );
}
