// One invite as its maker sees it: its code, the link to share, and how to withdraw it.
import { Button } from "@mantine/core";
import { IconCopy, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parkingSequence } from "#domain/states/parking.ts";
import { labelOfEntry } from "#web/items/entry.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Plate } from "#web/ui/plate.tsx";
import { QrCode } from "#web/ui/qr.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { inviteQuery, withdrawInvite } from "#web/features/invites/api.ts";
import type { InviteWire } from "#web/features/invites/api.ts";
import styles from "#web/features/invites/invites.module.css";

export function InviteSheet({ id, zone, onClose }: { id: number; zone: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(inviteQuery(id));
  return (
    <Sheet isOpen title="Invite" onClose={onClose}>
      {data ? (
        <Shown invite={data} zone={zone} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Sheet>
  );
}

function Shown({ invite, zone, onClose }: { invite: InviteWire; zone: string; onClose: () => void }) {
  const main = invite.parking_main_info;
  const who = main?.vehicle_no ?? main?.name ?? "this visitor";
  const isWaiting = main?.is_waiting_for_approve === true;
  const mayCome = invite.parking_status_id === parkingSequence.pending;
  return (
    <div className={styles["ticket"]}>
      <StatusBadge {...labelOfEntry(invite)} size="large" />
      {main?.vehicle_no && (
        <div>
          <Plate number={main.vehicle_no} size="large" />
        </div>
      )}
      {main?.name && <p className={styles["name"]}>{main.name}</p>}
      <p>
        <Moment at={invite.invite_start_date} zone={zone} /> <span className={styles["soft"]}>to</span>{" "}
        <Moment at={invite.invite_end_date} zone={zone} />
        <br />
        <span className={styles["soft"]}>{invite.branch?.name}</span>
      </p>
      {mayCome && <QrCode text={invite.qr} label={`Code of ${who} for the gate`} size="min(60vw, 220px)" />}
      {isWaiting && (
        <p className={styles["note"]} role="status">
          It waits for approval. The visitor is told once it is approved.
        </p>
      )}
      {mayCome && (
        <div className={styles["buttons"]}>
          {!isWaiting && <Share link={invite.link} who={who} />}
          <Withdraw id={invite.id} who={who} onDone={onClose} />
        </div>
      )}
    </div>
  );
}

/** By the phone's own sheet where there is one; the link can always be copied. */
function Share({ link, who }: { link: string; who: string }) {
  const url = new URL(link, location.origin).href;
  const canShare = typeof navigator.share === "function";

  async function share(): Promise<void> {
    try {
      await navigator.share({ title: `Invite of ${who}`, url });
    } catch (thrown) {
      // Closing the phone's sheet is no failure.
      if ((thrown as { name?: string }).name !== "AbortError") throw thrown;
    }
  }
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(url);
    showSuccess("Link copied");
  }
  return (
    <>
      {canShare && (
        <WaitingButton color="marigold" size="xl" leftSection={<IconShare2 aria-hidden="true" />} onPress={share}>
          Share the link
        </WaitingButton>
      )}
      <WaitingButton
        {...(canShare ? { variant: "default" } : { color: "marigold" })}
        size="xl"
        leftSection={<IconCopy aria-hidden="true" />}
        onPress={copy}
      >
        Copy the link
      </WaitingButton>
    </>
  );
}

function Withdraw({ id, who, onDone }: { id: number; who: string; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  async function withdraw(): Promise<void> {
    await withdrawInvite(id);
    showSuccess("Invite withdrawn");
    onDone();
  }
  if (!isAsking)
    return (
      <Button variant="default" size="xl" onClick={() => setIsAsking(true)}>
        Withdraw
      </Button>
    );
  return (
    <WaitingButton variant="default" size="xl" className={styles["danger"]!} onPress={withdraw}>
      Yes, {who} shall not come
    </WaitingButton>
  );
}
