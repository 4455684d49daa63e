// Every change with who made it and when, in plain words; the newest first.
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { itemsQuery } from "#web/items/items.ts";
import { useLiveEvents } from "#web/items/live.ts";
import type { LiveEvent } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonLine } from "#web/ui/states.tsx";
import { Moment } from "#web/ui/time.tsx";
import { branchStaff } from "#web/features/valet/board.ts";
import { wordsFor } from "#web/features/valet/history-words.ts";
import type { Changes } from "#web/features/valet/history-words.ts";
import styles from "#web/features/valet/detail.module.css";

interface HistoryWire {
  id: number;
  changes: Changes | null;
  date_created: string;
  user_created: { first_name: string } | null;
}

export function History({ id }: { id: number }) {
  const { branch, zone } = useBranch();
  const { data: people } = useQuery(branchStaff(branch.id));
  const nameOf = (id: string) => people?.find((person) => person.id === id)?.first_name ?? "a driver";
  const { data, error, refetch } = useQuery(
    itemsQuery<HistoryWire>("Valet_and_Parking_History", {
      filter: { valet_and_parking_information: { _eq: id } },
      fields: ["id", "changes", "date_created", "user_created.first_name"],
      sort: ["-id"],
    }),
  );
  // The history itself is told by the ticket it belongs to.
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.collection === "Valet_and_Parking_Information" && String(event.id) === String(id)) void refetch();
      },
      [id, refetch],
    ),
  );
  return (
    <Card>
      <h2 className={styles["heading"]}>What happened</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLine />}
      <ol className={styles["history"]}>
        {data?.map((row) => (
          <li key={row.id}>
            {wordsFor(row.changes, nameOf).map((words) => (
              <p key={words} className={styles["words"]}>
                {words}
              </p>
            ))}
            <p className={styles["by"]}>
              {row.user_created?.first_name ?? (isByItself(row.changes) ? "By itself" : "The customer")},{" "}
              <Moment at={row.date_created} zone={zone} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
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
