// An invite for the customer's own number: where and when it is valid, with its code while it can be used.
import { useQuery } from "@tanstack/react-query";
import { parkingSequence } from "#domain/parking/states.ts";
import { formatPlaceLabel } from "#domain/branches/place-label.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { QrSheet } from "#web/product/slip/qr-sheet.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { type InviteRow, receivedInviteQuery } from "#web/features/invites/api.ts";
import { getInviteLabel } from "#web/features/invites/invite-label.ts";
import { isInviteOver } from "#web/features/invites/visitor-labels.ts";
import { t } from "#web/languages/t.ts";

/** The code is shown from the approval until the visitor has left, or until the invite has ended. */
export function ReceivedInviteSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const now = useNow(1_000);
  const { data: invite, error, refetch } = useQuery(receivedInviteQuery(id));
  if (invite && hasCode({ invite, now })) {
    const { parking_main_info: visitor } = invite;
    const name = visitor?.vehicle_no ?? visitor?.name ?? t("Visitor");
    return <QrSheet kind="P" id={id} name={name} place={<InvitePlace invite={invite} />} onClose={onClose} />;
  }
  return (
    <Sheet isOpen title={t("Invite")} onClose={onClose}>
      {error && !invite ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !invite ? (
        <SkeletonRows count={3} />
      ) : (
        <Stack align="center" style={{ textAlign: "center" }}>
          <StatusBadge {...getInviteLabel(invite)} size="large" />
          {invite.parking_main_info?.vehicle_no && (
            <div>
              <Plate number={invite.parking_main_info.vehicle_no} size="large" />
            </div>
          )}
          <Text c="dimmed">
            <InvitePlace invite={invite} />
          </Text>
        </Stack>
      )}
    </Sheet>
  );
}

function hasCode({ invite, now }: { invite: InviteRow; now: Date }): boolean {
  const { parking_main_info: visitor, parking_status_id: status } = invite;
  const isOpen = status === parkingSequence.pending || status === parkingSequence.in;
  return isOpen && !visitor?.is_waiting_for_approve && !isInviteOver({ ...invite, now });
}

const InvitePlace = ({ invite }: { invite: InviteRow }) => (
  <>
    {formatPlaceLabel(invite.branch)}
    <br />
    <InvitePeriod invite={invite} />
  </>
);

export const InvitePeriod = ({ invite }: { invite: InviteRow }) => (
  <>
    <DateTime at={invite.invite_start_date} zone={invite.branch?.time_zone} /> –{" "}
    <DateTime at={invite.invite_end_date} zone={invite.branch?.time_zone} />
  </>
);
