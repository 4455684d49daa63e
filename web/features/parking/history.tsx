// Every change with who made it and when, in plain words; the newest first.
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/items/items.ts";
import { useLiveEvents } from "#web/items/live.ts";
import type { LiveEvent } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonLine } from "#web/ui/states.tsx";
import { Moment } from "#web/ui/time.tsx";
import { wordsFor } from "#web/features/parking/history-words.ts";
import type { Changes } from "#web/features/parking/history-words.ts";
import { useCallback } from "react";
import styles from "#web/features/parking/detail.module.css";

interface HistoryWire {
  id: number;
  status_id: number | null;
  changes: Changes | null;
  date_created: string;
  user_created: { first_name: string } | null;
}

export function History({ id }: { id: number }) {
  const { zone } = useBranch();
  const { data, error, refetch } = useQuery(
    itemsQuery<HistoryWire>("Parking_History", {
      filter: { parking_information: { _eq: id } },
      fields: ["id", "status_id", "changes", "date_created", "user_created.first_name"],
      sort: ["-id"],
    }),
  );
  // The history itself is told by the entry it belongs to.
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.collection === "Parking_Information" && String(event.id) === String(id)) void refetch();
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
            {wordsFor({ changes: row.changes, status: row.status_id }).map((words) => (
              <p key={words} className={styles["words"]}>
                {words}
              </p>
            ))}
            <p className={styles["by"]}>
              {row.user_created?.first_name ?? "The product"}, <Moment at={row.date_created} zone={zone} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
