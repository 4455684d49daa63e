// What happened to a ticket.
import { useQuery } from "@tanstack/react-query";
import { useBranch } from "#web/items/use-session.ts";
import { ChangeHistory } from "#web/ui/detail/change-history.tsx";
import type { Changes } from "#web/ui/detail/change-words.ts";
import { branchStaff } from "#web/features/valet/board.ts";
import { wordsFor } from "#web/features/valet/history-words.ts";

const history = { collection: "Valet_and_Parking_History", via: "valet_and_parking_information" };

export function History({ id }: { id: number }) {
  const { branch } = useBranch();
  const { data: people } = useQuery(branchStaff(branch.id));
  const nameOf = (person: string) => people?.find((one) => one.id === person)?.first_name ?? "a driver";
  return (
    <ChangeHistory
      of={{ collection: "Valet_and_Parking_Information", id }}
      history={history}
      wordsOf={({ changes }) => wordsFor(changes, nameOf)}
      itself={({ changes }) => (isByItself(changes) ? "By itself" : "The customer")}
    />
  );
}

/** Offers are made, and cars wanted at a time are asked for, by the clock. */
function isByItself(changes: Changes | null): boolean {
  return (
    changes !== null &&
    ("offered_to" in changes || "manager_called_at" in changes || "pickup_due_at" in changes) &&
    !("pickup_wanted_at" in changes)
  );
}
