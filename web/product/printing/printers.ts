// §4: the receipt printers of the branch, and printing on one of them.
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { t } from "#web/languages/t.ts";
import { type PrintedPaper, printOn } from "#web/product/printing/default-printer.ts";
import { readPaired } from "#web/product/printing/stored-printers.ts";
import type { FurtherAction } from "#web/ui/overlays/more-actions.tsx";

export type Printer = WireRow<"Printers">;

export const printersQuery = (branch: number) =>
  itemsQuery("Printers", { filter: { branch: { _eq: branch } }, sort: ["name", "id"], limit: -1 });

const describeAction = {
  slip: (name: string) => t("Print slip on {name}", { name }),
  receipt: (name: string) => t("Print receipt on {name}", { name }),
  pass: (name: string) => t("Print pass on {name}", { name }),
  shift: (name: string) => t("Print shift on {name}", { name }),
};

/** Actions that print the paper on the printers of the branch that this device reaches; none without a printer. */
export function usePrinterActions({
  paper,
  noun,
}: {
  paper: PrintedPaper;
  noun: keyof typeof describeAction;
}): FurtherAction[] {
  const { branch } = useBranch();
  const { data: printers = [] } = useQuery(printersQuery(branch.id));
  return printers
    .filter(({ id, connection }) => connection === "network" || readPaired(id))
    .map(({ id, name, connection, problem }) => ({
      label: describeAction[noun](name),
      icon: IconPrinter,
      // A printer of this device is tried at once.
      ...(problem &&
        connection === "network" && {
          description: t("{problem}. It is printed once the printer is on.", { problem: t(problem) }),
        }),
      onPress: () => printOn({ printer: { id, name, connection }, paper }),
    }));
}
