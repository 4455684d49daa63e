// §4: the network printers of the branch, and printing on one of them.
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ActionBody } from "#domain/contracts.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
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
  /** 'slip' or 'receipt' */
  noun: string;
}): FurtherAction[] {
  const { branch } = useBranch();
  const { data: printers = [] } = useQuery(printersQuery(branch.id));
  return printers.map(({ id, name, problem }) => ({
    label: `Print ${noun} on ${name}`,
    icon: IconPrinter,
    ...(problem && { description: `${problem}. The ${noun} is printed once the printer is on.` }),
    onPress: async () => {
      await callAndRefresh(
        { route: "POST /actions/printers/:id/print", id, body: paper },
        "Print_Jobs",
        "Parking_Information",
        "Parking_History",
        "Valet_and_Parking_Information",
        "Valet_and_Parking_History",
      );
      showSuccess(`Sent to ${name}`);
    },
  }));
}
