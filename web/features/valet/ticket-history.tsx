// History of a ticket.
import { useQuery } from "@tanstack/react-query";
import { useBranch } from "#web/api/use-session.ts";
import type { TariffExtra } from "#domain/tariffs/tariff.ts";
import { ChangeHistory } from "#web/product/detail/change-history.tsx";
import type { FieldChanges } from "#domain/schema/collection.ts";
import { branchStaffQuery } from "#web/features/valet/board.ts";
import { useVehicleTypeName } from "#web/product/vehicles/use-vehicle-type-name.ts";
import { describeChange } from "#web/features/valet/history-labels.ts";

export const historySource = { collection: "Valet_and_Parking_History", via: "valet_and_parking_information" } as const;

interface TicketHistoryProps {
  id: number;
  /** Of the ticket's tariff. */
  extras: readonly TariffExtra[];
}

export function TicketHistory({ id, extras }: TicketHistoryProps) {
  const { branch } = useBranch();
  const { data: people } = useQuery(branchStaffQuery(branch.id));
  const getName = (userId: string) => people?.find(({ id: personId }) => personId === userId)?.first_name ?? "a driver";
  const getTypeName = useVehicleTypeName();
  return (
    <ChangeHistory
      subject={{ collection: "Valet_and_Parking_Information", id }}
      history={historySource}
      describeChange={({ changes }) => describeChange({ changes, getName, extras, getTypeName })}
      getSystemActor={({ changes }) => (isAutomatic(changes) ? "Automatic" : "Customer")}
    />
  );
}

const automaticFields = ["offered_to", "manager_called_at", "pickup_due_at", "refunded_amount"];

/** Jobs offer and schedule pickups. They also recorded refunds, before a refund had the person who decided it. */
function isAutomatic(changes: FieldChanges | null): boolean {
  if (changes === null || "pickup_wanted_at" in changes) return false;
  return automaticFields.some((field) => field in changes);
}
