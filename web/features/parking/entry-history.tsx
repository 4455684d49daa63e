// Change history of an entry.
import { ChangeHistory, type ChangeWire } from "#web/product/detail/change-history.tsx";
import { describeChange } from "#web/features/parking/history-labels.ts";

interface EntryHistoryWire extends ChangeWire {
  status_id: number | null;
}

const historySource = { collection: "Parking_History", via: "parking_information", fields: ["status_id"] };

export function EntryHistory({ id, isPrepay }: { id: number; isPrepay: boolean }) {
  return (
    <ChangeHistory<EntryHistoryWire>
      subject={{ collection: "Parking_Information", id }}
      history={historySource}
      describeChange={({ changes, status_id: status }) => describeChange({ changes, status, isPrepay })}
      getSystemActor={() => "System"}
    />
  );
}
