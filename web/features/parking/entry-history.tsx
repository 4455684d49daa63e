// Change history of an entry.
import { ChangeHistory } from "#web/product/detail/change-history.tsx";
import { describeChange } from "#web/features/parking/history-labels.ts";

const historySource = { collection: "Parking_History", via: "parking_information" } as const;

export function EntryHistory({ id, isPrepay }: { id: number; isPrepay: boolean }) {
  return (
    <ChangeHistory
      subject={{ collection: "Parking_Information", id }}
      history={historySource}
      describeChange={({ changes, status_id: status }) => describeChange({ changes, status, isPrepay })}
      getSystemActor={() => "System"}
    />
  );
}
