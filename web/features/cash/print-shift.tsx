// §4: prints a closed shift, in the browser or on a printer of the branch.
import { IconPrinter } from "@tabler/icons-react";
import { describeShiftPaper, printedShiftFields } from "#domain/printing/shift-paper.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { PrinterButtons } from "#web/product/printing/printer-buttons.tsx";
import { usePrintPaper } from "#web/product/slip/use-print-paper.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { t } from "#web/languages/t.ts";

interface PrintShiftButtonProps {
  shift: number;
  /** Whose shift it is, in a list of several. */
  of?: string;
}

export function PrintShiftButton({ shift: id, of }: PrintShiftButtonProps) {
  const { branch, zone } = useBranch();
  const { printPaper, printable } = usePrintPaper();
  async function print(): Promise<void> {
    const filter = { id: { _eq: id } };
    const [shift] = await readItems("cash_shifts", { fields: printedShiftFields, filter, limit: 1 });
    if (shift) printPaper(describeShiftPaper({ shift, zone, language: branch.print_language }));
  }
  return (
    <>
      <AsyncButton
        variant={of ? "subtle" : "default"}
        {...(of && { "aria-label": `Print shift of ${of}` })}
        leftSection={<IconPrinter size={18} aria-hidden="true" />}
        onPress={print}
      >
        {of ? t("Print") : t("Print shift")}
      </AsyncButton>
      {!of && <PrinterButtons paper={{ shift: id }} noun="shift" />}
      {printable}
    </>
  );
}
