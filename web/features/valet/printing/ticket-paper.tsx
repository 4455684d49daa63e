// The papers of a ticket as the browser prints them.
import { useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { can } from "#domain/access/capabilities.ts";
import type { Paper } from "#domain/printing/paper.ts";
import { describeTicketPaper } from "#domain/printing/ticket-paper.ts";
import { call } from "#web/api/call.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { recordPrint } from "#web/features/valet/api.ts";
import { PrintedPaper } from "#web/product/slip/printed-paper.tsx";

/** Records the print and prints the ticket as it is now; render `printable` where the page stays mounted. */
export function usePrintTicket({ id }: { id: number }): {
  print: () => Promise<void>;
  printable: ReactNode;
} {
  const { branch, zone } = useBranch();
  const { print_language: language } = branch;
  const isProof = can(useRequiredSession(), "valet.manage");
  const [paper, setPaper] = useState<Paper>();
  async function print(): Promise<void> {
    const slip = await recordPrint(id);
    const token = slip.payment_status === "paid" ? slip.pay : undefined;
    const receipt = token ? await call({ route: "GET /actions/receipts/:token", token }) : undefined;
    // The paper must be in the document before the print dialog opens.
    flushSync(() => setPaper(describeTicketPaper({ slip, receipt, zone, language, isProof })));
    globalThis.print();
  }
  return { print, printable: paper && <PrintedPaper paper={paper} /> };
}
