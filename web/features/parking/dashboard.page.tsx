// §2 /parking/dashboard: who is inside, what they owe, what happened today; live, and its address says what is shown.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconCarGarage, IconFilterOff, IconPlus } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { limits } from "#domain/limits.ts";
import { entryFields } from "#web/items/entry.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { pageQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { boardFilter } from "#web/features/parking/board-address.ts";
import type { BoardAddress } from "#web/features/parking/board-address.ts";
import { useBoardAddress } from "#web/features/parking/board-address-hook.ts";
import { BoardFilters } from "#web/features/parking/board-filters.tsx";
import { Counts, Occupancy } from "#web/features/parking/counts.tsx";
import { EntryList } from "#web/ui/entry-list.tsx";
import { Pages } from "#web/ui/pages.tsx";
import styles from "#web/features/parking/board.module.css";

export function ParkingBoardPage() {
  const { path } = useBranch();
  const { role } = useKnownSession();
  const [address, setAddress] = useBoardAddress();
  useLive("Parking_Information");
  return (
    <Page
      title="Parking board"
      actions={
        worksAtGate(role) && (
          <ButtonLink
            to={path("parking/create")}
            color="marigold"
            size="lg"
            className={styles["checkIn"]}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            Check in
          </ButtonLink>
        )
      }
    >
      <div className={styles["overview"]}>
        <Counts address={address} onChange={setAddress} />
        <Occupancy />
      </div>
      <BoardFilters address={address} onChange={setAddress} />
      <Entries address={address} onChange={setAddress} />
    </Page>
  );
}

interface EntriesProps {
  address: BoardAddress;
  onChange: (next: Partial<BoardAddress>) => void;
}

function Entries({ address, onChange }: EntriesProps) {
  const { branch, zone } = useBranch();
  const now = useNow();
  const filter = boardFilter({ address, branch: branch.id, zone, now });
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...pageQuery<EntryWire>("Parking_Information", {
      filter,
      fields: entryFields,
      sort: ["-id"],
      limit: limits.pageSize,
      page: address.page,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={6} />;
  if (data.data.length === 0) return <NoEntries address={address} onChange={onChange} />;
  return (
    <div aria-busy={isPlaceholderData} className={styles["entries"]}>
      <EntryList entries={data.data} now={now} />
      <Pages page={address.page} count={data.count} onOpen={(page) => onChange({ page })} />
    </div>
  );
}

function NoEntries({ address, onChange }: EntriesProps) {
  const { path } = useBranch();
  const isFiltered = Boolean(address.state || address.payment || address.search || address.page > 1);
  if (!isFiltered)
    return (
      <EmptyState icon={IconCarGarage} title="Nobody has come in yet" text="The first vehicle you check in shows here.">
        <ButtonLink to={path("parking/create")} size="lg">
          Check in a vehicle
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState icon={IconFilterOff} title="Nothing fits" text="No entry fits what you have chosen here.">
      <Button size="lg" onClick={() => onChange({ state: null, payment: null, search: "", page: 1 })}>
        Show all
      </Button>
    </EmptyState>
  );
}
