// §4 Invited: the invited visitor's own page, behind the link they were sent: the window, where to go, and the code for the gate.
import { IconCircleCheck, IconClock, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { parkingSequence } from "#domain/states/parking.ts";
import { hasCode } from "#web/items/api-error.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { QrCode } from "#web/ui/qr.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Moment } from "#web/ui/time.tsx";
import { readVisitorInvite } from "#web/features/invites/api.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";
import { visitorWords } from "#web/features/invites/visitor-words.ts";
import styles from "#web/features/invites/visitor.module.css";

/** Whoever waits for approval, or stands at the gate, looks at this page: it is asked again by itself. */
const askAgainMs = 15_000;

export function VisitorInvitePage() {
  usePageTitle("Your invite");
  const [parameters] = useSearchParams();
  const token = parameters.get("t");
  return token ? <Shown token={token} /> : <NoInvite />;
}

function NoInvite() {
  return (
    <div className={styles["narrow"]}>
      <h1 className={styles["title"]}>This link is over</h1>
      <p className={styles["soft"]}>
        An invite can be seen until a day after its end. Ask whoever invited you for a new one.
      </p>
    </div>
  );
}

function Shown({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["visitor-invite", token],
    queryFn: ({ signal }) => readVisitorInvite(token, signal),
    refetchInterval: ({ state }) => (isOpen(state.data) ? askAgainMs : false),
    retry: (count, failed) => !hasCode(failed, "INVALID_TOKEN") && count < 3,
  });
  if (hasCode(error, "INVALID_TOKEN")) return <NoInvite />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  return <Invite invite={data} />;
}

function isOpen(invite: VisitorInvite | undefined): boolean {
  return invite?.parking_status_id === parkingSequence.pending || invite?.parking_status_id === parkingSequence.in;
}

function Invite({ invite }: { invite: VisitorInvite }) {
  const { branch, qr } = invite;
  const { title, text, isGood } = visitorWords(invite);
  const StateIcon = isGood ? IconCircleCheck : IconClock;
  return (
    <article className={styles["narrow"]}>
      <header className={styles["head"]}>
        <p className={styles["soft"]}>
          {invite.invited_by ?? "Somebody"} invites you to {branch.company}
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
        {qr && <QrCode text={qr} label="Code for the gate" size="min(64vw, 280px)" />}
        <div className={`${styles["state"]} ${isGood ? styles["good"] : ""}`} role="status">
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
              <Moment at={invite.invite_start_date} zone={branch.time_zone} />
            </dd>
          </div>
          <div>
            <dt>Until</dt>
            <dd>
              <Moment at={invite.invite_end_date} zone={branch.time_zone} />
            </dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
