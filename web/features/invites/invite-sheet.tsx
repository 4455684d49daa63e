// Details of one invite for its host: QR code, link to share and withdrawal.
import { Button } from "@mantine/core";
import { IconBrandWhatsapp, IconCopy, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parkingSequence } from "#domain/parking/states.ts";
import { getPublicOrigin } from "#web/api/shell.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { inviteQuery, withdrawInvite } from "#web/features/invites/api.ts";
import type { Invite } from "#web/features/invites/api.ts";
import { getInviteLabel } from "#web/features/invites/invite-label.ts";
import { t } from "#web/languages/t.ts";

export function InviteSheet({ id, zone, onClose }: { id: number; zone: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(inviteQuery(id));
  return (
    <Sheet isOpen title={t("Invite")} onClose={onClose}>
      {data ? (
        <InviteDetails invite={data} zone={zone} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Sheet>
  );
}

function InviteDetails({ invite, zone, onClose }: { invite: Invite; zone: string; onClose: () => void }) {
  const visitorRecord = invite.parking_main_info;
  const visitorLabel = visitorRecord?.vehicle_no ?? visitorRecord?.name ?? t("visitor");
  const isWaiting = visitorRecord?.is_waiting_for_approve;
  const isPending = invite.parking_status_id === parkingSequence.pending;
  return (
    <Stack align="center" style={{ textAlign: "center" }}>
      <StatusBadge {...getInviteLabel(invite)} size="large" />
      {visitorRecord?.vehicle_no && (
        <div>
          <Plate number={visitorRecord.vehicle_no} size="large" />
        </div>
      )}
      {visitorRecord?.name && (
        <Text size="xl" fw="bold">
          {visitorRecord.name}
        </Text>
      )}
      <p>
        <DateTime at={invite.invite_start_date} zone={zone} /> – <DateTime at={invite.invite_end_date} zone={zone} />
        <br />
        <Text component="span" c="dimmed">
          {invite.branch?.name}
        </Text>
      </p>
      {isPending && (
        <QrCode
          text={invite.qr}
          label={t("QR code for {visitor}", { visitor: visitorLabel })}
          size="min(60vw, 220px)"
        />
      )}
      {isWaiting && (
        <Notice role="status">{t("Waiting for approval. We notify the visitor when it is approved.")}</Notice>
      )}
      {isPending && (
        <Stack gap="xs" style={{ width: "100%" }}>
          {!isWaiting && <ShareInvite link={invite.link} visitorLabel={visitorLabel} />}
          <WithdrawInvite id={invite.id} onDone={onClose} />
        </Stack>
      )}
    </Stack>
  );
}

/** Uses the device's share sheet if available; the link can always be copied. */
function ShareInvite({ link, visitorLabel }: { link: string; visitorLabel: string }) {
  const url = new URL(link, getPublicOrigin()).href;
  const title = t("Invite for {visitor}", { visitor: visitorLabel });
  const canShare = typeof navigator.share === "function";

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, url });
    } catch (thrown) {
      // The user closed the share sheet.
      if (!(thrown instanceof Error) || thrown.name !== "AbortError") throw thrown;
    }
  }
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(url);
    showSuccess(t("Link copied"));
  }
  return (
    <>
      {canShare && (
        <AsyncButton color="marigold" size="xl" leftSection={<IconShare2 aria-hidden="true" />} onPress={share}>
          {t("Share link")}
        </AsyncButton>
      )}
      <AsyncButton
        {...(canShare ? { variant: "default" } : { color: "marigold" })}
        size="xl"
        leftSection={<IconCopy aria-hidden="true" />}
        onPress={copy}
      >
        {t("Copy link")}
      </AsyncButton>
      {/* The share sheet of a phone has it already. */}
      {!canShare && (
        <Button
          component="a"
          variant="default"
          size="xl"
          href={`https://wa.me/?text=${encodeURIComponent(`${title}: ${url}`)}`}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandWhatsapp aria-hidden="true" />}
        >
          {t("Share on WhatsApp")}
        </Button>
      )}
    </>
  );
}

function WithdrawInvite({ id, onDone }: { id: number; onDone: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  async function withdraw(): Promise<void> {
    await withdrawInvite(id);
    showSuccess(t("Invite withdrawn"));
    onDone();
  }
  if (!isConfirming)
    return (
      <Button variant="default" size="xl" onClick={() => setIsConfirming(true)}>
        {t("Withdraw invite")}
      </Button>
    );
  return (
    <AsyncButton variant="outline" color="red" size="xl" onPress={withdraw}>
      {t("Yes, withdraw invite")}
    </AsyncButton>
  );
}
