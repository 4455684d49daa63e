// List of invites, newest first. Each opens a sheet with its code and link.
import { IconMailForward } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { defaultTimeZone } from "#domain/dates.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { useRowHighlight } from "#web/product/use-row-highlight.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { invitesQuery } from "#web/features/invites/api.ts";
import type { InviteRow, InviteListFilter } from "#web/features/invites/api.ts";
import { InviteSheet } from "#web/features/invites/invite-sheet.tsx";
import { getInviteLabel } from "#web/features/invites/invite-label.ts";
import { InvitePeriod, ReceivedInviteSheet } from "#web/features/invites/received-invite-sheet.tsx";
import { formatPlaceLabel } from "#domain/branches/place-label.ts";
import { t } from "#web/languages/t.ts";

interface InviteListProps {
  /** Filter of `invitesQuery`; with a phone number, the invites that its owner has received. */
  scope: { branch?: number; createdBy?: string; phone?: string };
  /** Id of the open invite. */
  openedId: number | null;
  onOpen: (id: number) => void;
  onClose: () => void;
  /** Shows the branch of each invite. */
  showsBranch?: boolean;
}

const filterOptions = [
  { value: "open", label: "Upcoming" },
  { value: "over", label: "Past" },
] as const;

export function InviteList({ scope, openedId, onOpen, onClose, showsBranch = false }: InviteListProps) {
  const [state, setState] = useState<InviteListFilter>("open");
  const [page, setPage] = useState(1);
  useLiveCollections("Parking_Information");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...invitesQuery({ state, page, ...scope }),
    placeholderData: keepPreviousData,
  });
  const isReceived = scope.phone !== undefined;
  const opened = data?.data.find(({ id }) => id === openedId);
  return (
    <>
      <FilterChipGroup label={t("Status")}>
        {filterOptions.map(({ value, label }) => (
          <FilterChip
            key={value}
            label={t(label)}
            isChosen={state === value}
            onPress={() => {
              setState(value);
              setPage(1);
            }}
          />
        ))}
      </FilterChipGroup>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data?.count === 0 && <EmptyInvites state={state} isReceived={isReceived} />}
      {data && data.count > 0 && (
        <Stack aria-busy={isPlaceholderData}>
          <InviteRows invites={data.data} showsBranch={showsBranch} onOpen={onOpen} />
          <Pagination page={page} count={data.count} onPageChange={setPage} />
        </Stack>
      )}
      {openedId !== null && !isReceived && (
        <InviteSheet id={openedId} zone={opened?.branch?.time_zone ?? defaultTimeZone} onClose={onClose} />
      )}
      {openedId !== null && isReceived && <ReceivedInviteSheet id={openedId} onClose={onClose} />}
    </>
  );
}

/** Has no button, since the page header has one. */
function EmptyInvites({ state, isReceived }: { state: InviteListFilter; isReceived: boolean }) {
  if (state === "over") return <EmptyState icon={IconMailForward} title={t("No past invites")} />;
  if (isReceived)
    return (
      <EmptyState
        icon={IconMailForward}
        title={t("No upcoming invites")}
        text={t("Invites for this account's phone number appear here.")}
      />
    );
  return (
    <EmptyState
      icon={IconMailForward}
      title={t("No upcoming invites")}
      text={t("Your visitor gets a link with a QR code by SMS and shows it at the gate.")}
    />
  );
}

interface InviteRowsProps {
  invites: readonly InviteRow[];
  showsBranch: boolean;
  onOpen: (id: number) => void;
}

function InviteRows({ invites, showsBranch, onOpen }: InviteRowsProps) {
  const isHighlighted = useRowHighlight("Parking_Information");
  return (
    <RowList label={t("Invites")}>
      {invites.map((invite) => (
        <Row
          key={invite.id}
          className={isHighlighted(invite.id) ? "glow" : undefined}
          columns="2fr 3fr"
          trailing={<StatusBadge {...getInviteLabel(invite)} />}
        >
          <RowButton onPress={() => onOpen(invite.id)}>
            <Group component="span">
              {invite.parking_main_info?.vehicle_no && <Plate number={invite.parking_main_info.vehicle_no} />}
              {invite.parking_main_info?.name}
            </Group>
          </RowButton>
          <Text c="dimmed">
            <InvitePeriod invite={invite} />
            {showsBranch ? `, ${formatPlaceLabel(invite.branch) ?? ""}` : null}
            {!showsBranch && invite.user_created
              ? `, ${t("by {name}", { name: invite.user_created.first_name })}`
              : null}
          </Text>
        </Row>
      ))}
    </RowList>
  );
}
