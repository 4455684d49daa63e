// Invites, the newest first: whom, for when, and how each stands. A press opens its code and link.
import { IconMailForward } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { defaultZone } from "#domain/rules/dates.ts";
import { labelOfEntry } from "#web/items/entry.ts";
import { useLive } from "#web/items/live.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { useGlow } from "#web/ui/glow.ts";
import { Pages } from "#web/ui/pages.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import { invitesQuery } from "#web/features/invites/api.ts";
import type { InviteRow, InviteState } from "#web/features/invites/api.ts";
import { InviteSheet } from "#web/features/invites/invite-sheet.tsx";
import styles from "#web/features/invites/invites.module.css";

interface InviteListProps {
  /** Whose, as `invitesQuery` takes it. */
  of: { branch?: number; maker?: string };
  /** The one that is open, if any. */
  opened: number | null;
  onOpen: (id: number | null) => void;
  /** More than one branch may be in it. */
  showsBranch?: boolean;
  /** The button that makes a new one. */
  children: ReactNode;
}

const states = [
  { value: "open", label: "To come or inside" },
  { value: "over", label: "Over" },
] as const;

export function InviteList({ of, opened, onOpen, showsBranch = false, children }: InviteListProps) {
  const [state, setState] = useState<InviteState>("open");
  const [page, setPage] = useState(1);
  useLive("Parking_Information");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...invitesQuery({ state, page, ...of }),
    placeholderData: keepPreviousData,
  });
  const zoneOfOpened = data?.data.find(({ id }) => id === opened)?.branch?.time_zone ?? defaultZone;
  return (
    <>
      <Chips label="Show">
        {states.map(({ value, label }) => (
          <Chip
            key={value}
            label={label}
            isChosen={state === value}
            onPress={() => {
              setState(value);
              setPage(1);
            }}
          />
        ))}
      </Chips>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data?.data.length === 0 && <Nothing state={state}>{children}</Nothing>}
      {data && data.data.length > 0 && (
        <div className={styles["found"]} aria-busy={isPlaceholderData}>
          <Rows invites={data.data} showsBranch={showsBranch} onOpen={onOpen} />
          {data.count > data.data.length && <Pages page={page} count={data.count} onOpen={setPage} />}
        </div>
      )}
      {opened !== null && <InviteSheet id={opened} zone={zoneOfOpened} onClose={() => onOpen(null)} />}
    </>
  );
}

function Nothing({ state, children }: { state: InviteState; children: ReactNode }) {
  if (state === "over") return <EmptyState icon={IconMailForward} title="No invite is over yet" />;
  return (
    <EmptyState
      icon={IconMailForward}
      title="Nobody is invited"
      text="Your visitor gets a link with a code by SMS, and the gate lets them in with it."
    >
      {children}
    </EmptyState>
  );
}

interface RowsProps {
  invites: readonly InviteRow[];
  showsBranch: boolean;
  onOpen: (id: number) => void;
}

function Rows({ invites, showsBranch, onOpen }: RowsProps) {
  const isGlowing = useGlow("Parking_Information");
  return (
    <ul className={styles["rows"]} aria-label="Invites">
      {invites.map((invite) => (
        <li key={invite.id} className={isGlowing(invite.id) ? "glow" : ""}>
          <button type="button" className={styles["row"]} onClick={() => onOpen(invite.id)}>
            <span className={styles["who"]}>
              {invite.parking_main_info?.vehicle_no && <Plate number={invite.parking_main_info.vehicle_no} />}
              {invite.parking_main_info?.name && <strong>{invite.parking_main_info.name}</strong>}
            </span>
            <span className={styles["when"]}>
              <Moment at={invite.invite_start_date} zone={invite.branch?.time_zone} /> to{" "}
              <Moment at={invite.invite_end_date} zone={invite.branch?.time_zone} />
              {showsBranch ? `, ${invite.branch?.name ?? ""}` : null}
              {!showsBranch && invite.user_created ? `, by ${invite.user_created.first_name}` : null}
            </span>
            <StatusBadge {...labelOfEntry(invite)} />
          </button>
        </li>
      ))}
    </ul>
  );
}
