// Every change with who made it and when, in plain words; the newest first.
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { itemsQuery } from "#web/items/items.ts";
import { type LiveEvent, useLiveEvents } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonLine } from "#web/ui/states.tsx";
import { Moment } from "#web/ui/time.tsx";
import type { Changes } from "#web/ui/detail/change-words.ts";
import styles from "#web/ui/detail/detail.module.css";

export interface ChangeWire {
  id: number;
  changes: Changes | null;
  date_created: string;
  user_created: { first_name: string } | null;
}

interface ChangeHistoryProps<W extends ChangeWire> {
  /** The collection whose row it is the history of, and that row's id. */
  of: { collection: string; id: number };
  /** The collection of the history, and its field that points to the row. */
  history: { collection: string; via: string; fields?: readonly string[] };
  wordsOf: (row: W) => readonly string[];
  /** Who it was where no person made it. */
  itself: (row: W) => string;
}

export function ChangeHistory<W extends ChangeWire>({ of, history, wordsOf, itself }: ChangeHistoryProps<W>) {
  const { zone } = useBranch();
  const { collection, id } = of;
  const { data, error, refetch } = useQuery(
    itemsQuery<W>(history.collection, {
      filter: { [history.via]: { _eq: id } },
      fields: ["id", "changes", "date_created", "user_created.first_name", ...(history.fields ?? [])],
      sort: ["-id"],
    }),
  );
  // The history itself is told by the row it belongs to.
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.collection === collection && String(event.id) === String(id)) void refetch();
      },
      [collection, id, refetch],
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
            {wordsOf(row).map((words) => (
              <p key={words} className={styles["words"]}>
                {words}
              </p>
            ))}
            <p className={styles["by"]}>
              {row.user_created?.first_name ?? itself(row)}, <Moment at={row.date_created} zone={zone} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
