// What happened to an entry.
import { ChangeHistory, type ChangeWire } from "#web/ui/detail/change-history.tsx";
import { wordsFor } from "#web/features/parking/history-words.ts";

interface HistoryWire extends ChangeWire {
  status_id: number | null;
}

const history = { collection: "Parking_History", via: "parking_information", fields: ["status_id"] };

export function History({ id }: { id: number }) {
  return (
    <ChangeHistory<HistoryWire>
      of={{ collection: "Parking_Information", id }}
      history={history}
      wordsOf={({ changes, status_id: status }) => wordsFor({ changes, status })}
      itself={() => "The product"}
    />
  );
}
