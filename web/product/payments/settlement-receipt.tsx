// §4: the printed receipt of the settlement of an account.
import { IconPrinter } from "@tabler/icons-react";
import { describeSettlementPaper, settlementFields } from "#domain/printing/settlement-paper.ts";
import { call } from "#web/api/call.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { PrinterButtons } from "#web/product/printing/printer-buttons.tsx";
import { usePrintPaper } from "#web/product/slip/use-print-paper.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { t } from "#web/languages/t.ts";

export function PrintSettlementButton({ payment }: { payment: number }) {
  const { branch, zone } = useBranch();
  const { printPaper, printable } = usePrintPaper();
  async function print(): Promise<void> {
    const { receipt_prints: prints } = await call({
      route: "POST /actions/cash/payments/:id/print-receipt",
      id: payment,
    });
    const filter = { id: { _eq: payment } };
    const [settlement] = await readItems("payments", { fields: settlementFields, filter, limit: 1 });
    if (!settlement) return;
    const { print_language: language } = branch;
    printPaper(describeSettlementPaper({ settlement, prints, zone, language }));
  }
  return (
    <>
      <AsyncButton variant="default" leftSection={<IconPrinter size={18} aria-hidden="true" />} onPress={print}>
        {t("Print receipt")}
      </AsyncButton>
      <PrinterButtons paper={{ settlement: payment }} noun="receipt" />
      {printable}
    </>
  );
}
