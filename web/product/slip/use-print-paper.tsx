// Prints one paper at a time.
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { Paper } from "#domain/printing/paper.ts";
import { PrintedPaper } from "#web/product/slip/printed-paper.tsx";

/** `printable` is rendered where the page stays mounted. */
export function usePrintPaper(): { printPaper: (paper: Paper) => void; printable: ReactNode } {
  const [paper, setPaper] = useState<Paper>();
  function printPaper(next: Paper): void {
    // The paper must be in the document before the print dialog opens.
    flushSync(() => setPaper(next));
    // Only one paper is printed at a time. A phone returns from `print` before the page is printed.
    addEventListener("afterprint", () => setPaper(undefined), { once: true });
    globalThis.print();
  }
  return { printPaper, printable: paper && <PrintedPaper paper={paper} /> };
}
