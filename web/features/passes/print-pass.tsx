// A pass as the browser prints it.
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { Paper } from "#domain/printing/paper.ts";
import { describePassPaper, getPassPaymentQuery } from "#domain/printing/pass-paper.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import type { Pass } from "#web/features/passes/api.ts";
import { PrintedPaper } from "#web/product/slip/printed-paper.tsx";

/** Prints the pass as it is now; render `printable` where the page stays mounted. */
export function usePrintPass(pass: Pass): { print: () => Promise<void>; printable: ReactNode } {
  const { branch, zone } = useBranch();
  const { print_language: language } = branch;
  const [paper, setPaper] = useState<Paper>();
  async function print(): Promise<void> {
    const payments = await readItems("payments", getPassPaymentQuery(pass.id));
    // The paper must be in the document before the print dialog opens.
    flushSync(() => setPaper(describePassPaper({ pass, payments, zone, language })));
    globalThis.print();
  }
  return { print, printable: paper && <PrintedPaper paper={paper} /> };
}
