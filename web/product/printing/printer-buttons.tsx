// §4: a button for each printer of the branch that this device reaches, which prints the paper on it.
import { IconPrinter } from "@tabler/icons-react";
import { usePrinterActions } from "#web/product/printing/printers.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";

export function PrinterButtons(paper: Parameters<typeof usePrinterActions>[0]) {
  return usePrinterActions(paper).map(({ label, onPress }) => (
    <AsyncButton
      key={label}
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden="true" />}
      onPress={async () => onPress()}
    >
      {label}
    </AsyncButton>
  ));
}
