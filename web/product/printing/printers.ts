// §4: the network printers of the branch, and printing on one of them.
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ActionBody } from "#domain/contracts.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { t } from "#web/languages/t.ts";
import { printOn } from "#web/product/printing/default-printer.ts";
import type { FurtherAction } from "#web/ui/overlays/more-actions.tsx";

export type Printer = WireRow<"Printers">;

export const printersQuery = (branch: number) =>
  itemsQuery("Printers", { filter: { branch: { _eq: branch } }, sort: ["name", "id"], limit: -1 });

/** Actions that print the slip or receipt on the printers of the branch; none without a printer. */
export function usePrinterActions({
  paper,
  noun,
}: {
  paper: ActionBody<"POST /actions/printers/:id/print">;
  noun: "slip" | "receipt";
}): FurtherAction[] {
  const { branch } = useBranch();
  const { data: printers = [] } = useQuery(printersQuery(branch.id));
  return printers.map(({ id, name, problem }) => ({
    label: noun === "slip" ? t("Print slip on {name}", { name }) : t("Print receipt on {name}", { name }),
    icon: IconPrinter,
    ...(problem && { description: t("{problem}. It is printed once the printer is on.", { problem }) }),
    onPress: () => printOn({ id, name, paper }),
  }));
}
