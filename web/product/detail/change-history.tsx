// Change history of a record with author and time, newest first.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { itemsQuery } from "#web/api/items.ts";
import { type LiveEvent, useLiveEvents } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonLine } from "#web/ui/states.tsx";
import { Timeline, TimelineItem } from "#web/ui/data/timeline.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { t } from "#web/languages/t.ts";
import { LongText } from "#web/ui/data/long-text.tsx";

type HistoryCollection = "Parking_History" | "Valet_and_Parking_History";
const changeFields = ["id", "changes", "status_id", "date_created", "user_created.first_name"] as const;
export type RecordedChange = WireRow<HistoryCollection, typeof changeFields>;

export interface ChangedRow {
  id: number;
  /** Collection of the history, and its field that references the row. */
  history: { collection: HistoryCollection; via: string };
}

/** Newest first. */
export const historyQuery = ({ id, history: { collection, via } }: ChangedRow) =>
  itemsQuery(collection, { filter: { [via]: { _eq: id } }, fields: changeFields, sort: ["-id"] });

interface ChangeHistoryProps {
  /** Collection and id of the row. */
  subject: { collection: string; id: number };
  history: ChangedRow["history"];
  describeChange: (row: RecordedChange) => readonly string[];
  /** Label of the author if no user made the change. */
  getSystemActor: (row: RecordedChange) => string;
}

export function ChangeHistory({ subject, history, describeChange, getSystemActor }: ChangeHistoryProps) {
  const { zone } = useBranch();
  const { collection, id } = subject;
  const { data, error, refetch } = useQuery(historyQuery({ id, history }));
  // History rows have no live events of their own: the row's events refetch them.
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.collection === collection && String(event.id) === String(id)) void refetch();
      },
      [collection, id, refetch],
    ),
  );
  return (
    <Card title={t("History")}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLine />}
      <Timeline>
        {data?.map((row) => (
          <TimelineItem
            key={row.id}
            meta={
              <>
                {row.user_created?.first_name ?? getSystemActor(row)}, <DateTime at={row.date_created} zone={zone} />
              </>
            }
          >
            {describeChange(row).map((description) => (
              <p key={description}>
                <LongText>{description}</LongText>
              </p>
            ))}
          </TimelineItem>
        ))}
      </Timeline>
    </Card>
  );
}
