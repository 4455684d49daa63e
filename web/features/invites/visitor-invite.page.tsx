// §4 Invited: public page of the invited visitor with place, validity period and QR code.
import { IconCircleCheck, IconClock, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { parkingSequence } from "#domain/parking/states.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { readVisitorInvite } from "#web/features/invites/api.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";
import { describeVisitorStatus } from "#web/features/invites/visitor-labels.ts";

/** Polled, since visitors have no live updates. */
const refreshIntervalMs = 15_000;

export function VisitorInvitePage() {
  usePageTitle("Your invite");
  const [parameters] = useSearchParams();
  const token = parameters.get("t");
  return token ? <LoadedInvite token={token} /> : <InviteNotFound />;
}

function InviteNotFound() {
  return (
    <CenteredPage>
      <Title order={1}>This link has expired</Title>
      <Text c="dimmed">Invite links expire one day after the invite ends. Ask your host for a new invite.</Text>
    </CenteredPage>
  );
}

function LoadedInvite({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["visitor-invite", token],
    queryFn: ({ signal }) => readVisitorInvite(token, signal),
    refetchInterval: ({ state }) => (isActiveInvite(state.data) ? refreshIntervalMs : false),
    retry: (count, failed) => !hasErrorCode(failed, "INVALID_TOKEN") && count < 3,
  });
  if (hasErrorCode(error, "INVALID_TOKEN")) return <InviteNotFound />;
  if (!data && error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  return <InviteDetails invite={data} />;
}

function isActiveInvite(invite: VisitorInvite | undefined): boolean {
  return invite?.parking_status_id === parkingSequence.pending || invite?.parking_status_id === parkingSequence.in;
}

/** Within centred content. */
const fullWidth = { width: "100%", textAlign: "start" } as const;

function InviteDetails({ invite }: { invite: VisitorInvite }) {
  const { branch, qr } = invite;
  const { title, text, isPositive } = describeVisitorStatus(invite);
  const StateIcon = isPositive ? IconCircleCheck : IconClock;
  return (
    <CenteredPage>
      <Stack component="header" gap="2xs" align="center" style={{ textAlign: "center" }}>
        <Text c="dimmed">
          {invite.invited_by ?? "Your host"} invited you to {branch.company}
        </Text>
        <Title order={1}>{branch.name}</Title>
        {branch.address && (
          <Text c="dimmed">
            <IconMapPin size={20} aria-hidden="true" style={{ verticalAlign: "text-bottom" }} /> {branch.address}
          </Text>
        )}
      </Stack>
      <Card gap="md" style={{ justifyItems: "center", textAlign: "center" }}>
        {invite.vehicle_no && (
          <div>
            <Plate number={invite.vehicle_no} size="large" />
          </div>
        )}
        {invite.name && (
          <Text size="xl" fw="bold">
            {invite.name}
          </Text>
        )}
        {qr && <QrCode text={qr} label="QR code for the gate" size="min(64vw, 280px)" />}
        <Notice c={isPositive ? "green" : "amber"} icon={StateIcon} role="status" style={fullWidth}>
          <strong>{title}</strong>
          {text && (
            <>
              <br />
              {text}
            </>
          )}
        </Notice>
        <div style={fullWidth}>
          <KeyValueList layout="spread" gap="xs">
            <KeyValue label="From">
              <DateTime at={invite.invite_start_date} zone={branch.time_zone} />
            </KeyValue>
            <KeyValue label="Till">
              <DateTime at={invite.invite_end_date} zone={branch.time_zone} />
            </KeyValue>
          </KeyValueList>
        </div>
      </Card>
    </CenteredPage>
  );
}
