// §4 Invited: public page of the invited visitor with place, validity period and QR code.
import { IconCircleCheck, IconClock, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { parkingSequence } from "#domain/parking/states.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { readVisitorInvite } from "#web/features/invites/api.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";
import { describeVisitorStatus } from "#web/features/invites/visitor-labels.ts";
import styles from "#web/features/invites/visitor-invite.module.css";

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
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link has expired</h1>
      <p className={styles["soft"]}>
        Invite links expire one day after the invite ends. Ask your host for a new invite.
      </p>
    </div>
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

function InviteDetails({ invite }: { invite: VisitorInvite }) {
  const { branch, qr } = invite;
  const { title, text, isPositive } = describeVisitorStatus(invite);
  const StateIcon = isPositive ? IconCircleCheck : IconClock;
  return (
    <article className={styles["narrow"]}>
      <header className={styles["head"]}>
        <p className={styles["soft"]}>
          {invite.invited_by ?? "Your host"} invited you to {branch.company}
        </p>
        <h1 className={styles["title"]}>{branch.name}</h1>
        {branch.address && (
          <p className={styles["place"]}>
            <IconMapPin size={20} aria-hidden="true" />
            {branch.address}
          </p>
        )}
      </header>
      <div className={styles["ticket"]}>
        {invite.vehicle_no && (
          <div>
            <Plate number={invite.vehicle_no} size="large" />
          </div>
        )}
        {invite.name && <p className={styles["name"]}>{invite.name}</p>}
        {qr && <QrCode text={qr} label="QR code for the gate" size="min(64vw, 280px)" />}
        <div className={`${styles["state"]} ${isPositive ? styles["good"] : ""}`} role="status">
          <StateIcon size={22} aria-hidden="true" />
          <span>
            <strong>{title}</strong>
            {text && (
              <>
                <br />
                {text}
              </>
            )}
          </span>
        </div>
        <dl className={styles["window"]}>
          <div>
            <dt>From</dt>
            <dd>
              <DateTime at={invite.invite_start_date} zone={branch.time_zone} />
            </dd>
          </div>
          <div>
            <dt>Till</dt>
            <dd>
              <DateTime at={invite.invite_end_date} zone={branch.time_zone} />
            </dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
