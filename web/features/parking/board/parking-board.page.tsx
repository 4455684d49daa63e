// §2 /parking/dashboard: live list of entries with filters kept in the URL.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconCarGarage, IconFilterOff, IconPlus, IconUsers } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { can } from "#domain/access/capabilities.ts";
import * as limits from "#domain/limits.ts";
import { entryFields } from "#web/api/entry.ts";
import { pageQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { toBoardFilter } from "#web/features/parking/board/board-url-state.ts";
import type { BoardUrlState } from "#web/features/parking/board/board-url-state.ts";
import { useBoardUrlState } from "#web/features/parking/board/use-board-url-state.ts";
import { BoardFilters } from "#web/features/parking/board/board-filters.tsx";
import { EntryCounts, Occupancy } from "#web/features/parking/board/entry-counts.tsx";
import { SetUpNotice } from "#web/product/set-up-notice.tsx";
import { isOffDuty } from "#web/product/shell/duty.tsx";
import { EntryList } from "#web/product/entry-list.tsx";
import { maySend } from "#web/product/may-send.ts";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import styles from "#web/features/parking/board/board.module.css";
import { t } from "#web/languages/t.ts";

const mayCheckIn = (session: Session): boolean =>
  can(session, "gate.operate") && maySend({ session, write: "POST /actions/parking/check-in" });

export function ParkingBoardPage() {
  const { path } = useBranch();
  const session = useRequiredSession();
  const [urlState, setUrlState] = useBoardUrlState();
  // Users who do not work at the gate read the entries of their own visitors only, of which counts would mislead.
  const isAtGate = can(session, "gate.scan");
  useLiveCollections("Parking_Information");
  return (
    <Page
      title={isAtGate ? t("Parking board") : t("My visitors")}
      actions={
        mayCheckIn(session) && (
          <ButtonLink
            to={path("parking/create")}
            color={isOffDuty(session) ? "ink" : "marigold"}
            size="lg"
            className={styles["checkIn"]}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            {t("Check in")}
          </ButtonLink>
        )
      }
    >
      <SetUpNotice />
      {isAtGate && (
        <Group gap="sm" align="stretch">
          <EntryCounts urlState={urlState} onChange={setUrlState} />
          <Occupancy />
        </Group>
      )}
      <BoardFilters isAtGate={isAtGate} urlState={urlState} onChange={setUrlState} />
      <BoardEntries urlState={urlState} onChange={setUrlState} />
    </Page>
  );
}

interface BoardEntriesProps {
  urlState: BoardUrlState;
  onChange: (next: Partial<BoardUrlState>) => void;
}

function BoardEntries({ urlState, onChange }: BoardEntriesProps) {
  const { branch, zone } = useBranch();
  const now = useNow();
  const filter = toBoardFilter({ urlState, branch: branch.id, zone, now });
  const isLongestFirst = urlState.state === "long-inside";
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...pageQuery("Parking_Information", {
      filter,
      fields: entryFields,
      sort: isLongestFirst ? ["in_time", "id"] : ["-id"],
      limit: limits.pageSize,
      page: urlState.page,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={6} />;
  if (data.count === 0) return <EmptyBoard urlState={urlState} onChange={onChange} />;
  return (
    <Stack aria-busy={isPlaceholderData}>
      <EntryList entries={data.data} now={now} />
      <Pagination
        page={urlState.page}
        count={data.count}
        order={isLongestFirst ? "oldest" : "newest"}
        onPageChange={(page) => onChange({ page })}
      />
    </Stack>
  );
}

function EmptyBoard({ urlState, onChange }: BoardEntriesProps) {
  const { path } = useBranch();
  const session = useRequiredSession();
  const isFiltered = Boolean(urlState.state || urlState.payment || urlState.search || urlState.page > 1);
  if (!isFiltered && can(session, "invite.host"))
    return (
      <EmptyState icon={IconUsers} title={t("No visitors yet")} text={t("Visitors who come to meet you appear here.")}>
        <ButtonLink to={path("invites")} size="lg">
          {t("Invite visitor")}
        </ButtonLink>
      </EmptyState>
    );
  if (!isFiltered)
    return (
      <EmptyState icon={IconCarGarage} title={t("No entries yet")} text={t("Vehicles you check in appear here.")}>
        {mayCheckIn(session) && (
          <ButtonLink to={path("parking/create")} size="lg">
            {t("Check in vehicle")}
          </ButtonLink>
        )}
      </EmptyState>
    );
  return (
    <EmptyState icon={IconFilterOff} title={t("No matching entries")} text={t("Change or clear the filters.")}>
      <Button size="lg" onClick={() => onChange({ state: null, payment: null, search: "", page: 1 })}>
        {t("Clear filters")}
      </Button>
    </EmptyState>
  );
}
