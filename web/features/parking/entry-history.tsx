// Change history of an entry.
import type { TariffExtra } from "#domain/tariffs/tariff.ts";
import { ChangeHistory } from "#web/product/detail/change-history.tsx";
import { useVehicleTypeName } from "#web/product/vehicles/use-vehicle-type-name.ts";
import { describeChange } from "#web/features/parking/history-labels.ts";

export const historySource = { collection: "Parking_History", via: "parking_information" } as const;

interface EntryHistoryProps {
  id: number;
  isPrepay: boolean;
  /** Of the entry's tariff. */
  extras: readonly TariffExtra[];
}

export function EntryHistory({ id, isPrepay, extras }: EntryHistoryProps) {
  const getTypeName = useVehicleTypeName();
  return (
    <ChangeHistory
      subject={{ collection: "Parking_Information", id }}
      history={historySource}
      describeChange={({ changes, status_id: status }) =>
        describeChange({ changes, status, isPrepay, extras, getTypeName })
      }
      getSystemActor={() => "System"}
    />
  );
}
