// On every page of a valet branch: a pickup rings, the one offered to me stands under my thumb, the manager is called.
import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isOnDuty } from "#domain/roles.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { slotOf } from "#web/items/entry.ts";
import { itemsQuery } from "#web/items/items.ts";
import { stayLive, useLive } from "#web/items/live.ts";
import type { PersonWire } from "#web/items/ticket.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Plate } from "#web/ui/plate.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import { minutesSince } from "#web/features/valet/board.ts";
import { allowSound, useRing, useRingUntilAnswered } from "#web/features/valet/ring.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import styles from "#web/features/valet/pickup-watch.module.css";

interface RequestWire {
  id: number;
  Vehicle_Number: string;
  token_no: string;
  key_tag: string | null;
  slot_prefix: string | null;
  slot_no: number | null;
  pickup_requested_at: string;
  offered_to: PersonWire | null;
  offered_at: string | null;
  pickup_request_assigned: PersonWire | null;
  manager_called_at: string | null;
}

function openRequests(branch: number) {
  return itemsQuery<RequestWire>("Valet_and_Parking_Information", {
    filter: { branch: { _eq: branch }, status_id: { _eq: valetSequence.pickupRequested } },
    fields: [
      "id",
      "Vehicle_Number",
      "token_no",
      "key_tag",
      "slot_prefix",
      "slot_no",
      "pickup_requested_at",
      "offered_at",
      "manager_called_at",
      ...["offered_to", "pickup_request_assigned"].flatMap((field) => [`${field}.id`, `${field}.first_name`]),
    ],
    sort: ["pickup_requested_at"],
    limit: -1,
  });
}

export function PickupWatch() {
  const { branch, role, user } = useKnownSession();
  if (!branch?.is_valet_and_parking) return null;
  const isActive = user.status === "active";
  return isOnDuty({ role, isActive, isPresent: user.in_out_flag }) ? <Watch /> : null;
}

function Watch() {
  const { branch } = useBranch();
  const { user, role } = useKnownSession();
  useLive("Valet_and_Parking_Information");
  useEffect(() => allowSound(), []);
  useEffect(() => stayLive(), []);
  const { data } = useQuery(openRequests(branch.id));
  const isManager = role !== "staff";
  const mine = data?.filter(
    ({ offered_to: offered, pickup_request_assigned: given }) => (given ?? offered)?.id === user.id,
  );
  const called = isManager
    ? data?.filter((request) => request.manager_called_at !== null && !mine?.includes(request))
    : [];
  const reasons = data?.flatMap((request) => [
    `${request.id}`,
    ...(mine?.includes(request) ? [`${request.id} mine ${request.offered_at}`] : []),
    ...(called?.includes(request) ? [`${request.id} called`] : []),
  ]);
  useRing(reasons);
  const first = mine?.[0];
  useRingUntilAnswered(first !== undefined);
  if (first) return <Offer request={first} isGiven={first.pickup_request_assigned !== null} />;
  return called?.[0] ? <Called key={called.map(({ id }) => id).join()} requests={called} /> : null;
}

function Offer({ request, isGiven }: { request: RequestWire; isGiven: boolean }) {
  const slot = slotOf(request);
  return (
    <section className={styles["offer"]} role="alert" aria-label="A car for you">
      <p className={styles["words"]}>{isGiven ? "The manager gave you this car" : "Bring this car?"}</p>
      <div className={styles["car"]}>
        <Plate number={request.Vehicle_Number} />
        {slot && (
          <strong className={`figures ${styles["slot"]}`}>
            <span className="visually-hidden">Slot </span>
            {slot}
          </strong>
        )}
        <span className={styles["fact"]}>
          {request.key_tag && (
            <>
              <IconKey size={18} aria-hidden="true" />
              <span className="visually-hidden">Key tag </span>
              {request.key_tag}
            </>
          )}
          <Waiting since={request.pickup_requested_at} />
        </span>
      </div>
      <div className={styles["answers"]}>
        {!isGiven && (
          <WaitingButton
            variant="default"
            size="xl"
            onPress={() => moveTicket({ id: request.id, move: "pass-offer" }).catch(showMoveError)}
          >
            Not me
          </WaitingButton>
        )}
        <WaitingButton
          color="marigold"
          size="xl"
          className={styles["accept"] ?? ""}
          onPress={() => moveTicket({ id: request.id, move: "accept-pickup" }).catch(showMoveError)}
        >
          I bring it
        </WaitingButton>
      </div>
    </section>
  );
}

function Waiting({ since }: { since: string }) {
  const minutes = minutesSince({ at: since, now: useNow() });
  return <span className="figures">{minutes < 1 ? "asked for just now" : `waits ${minutes} min`}</span>;
}

/** Put aside it comes back after this, in ms, and at once when another car waits. */
const asideMs = 120_000;

function Called({ requests }: { requests: RequestWire[] }) {
  const { path } = useBranch();
  const [aside, setAside] = useState(0);
  const now = useNow();
  const [request, ...others] = requests;
  if (!request || now.getTime() < aside) return null;
  const more = others.length > 0 ? `. ${others.length} more ${others.length === 1 ? "waits" : "wait"}` : "";
  return (
    <section className={`${styles["offer"]} ${styles["called"]}`} role="alert" aria-label="Nobody takes this car">
      <p className={styles["words"]}>Nobody has taken this car{more}</p>
      <div className={styles["car"]}>
        <Plate number={request.Vehicle_Number} />
        <span className={styles["fact"]}>
          <Waiting since={request.pickup_requested_at} />
        </span>
      </div>
      <div className={styles["answers"]}>
        <Button variant="default" size="xl" onClick={() => setAside(now.getTime() + asideMs)}>
          Later
        </Button>
        <ButtonLink
          to={path(`valet-parking/detail?id=${request.id}`)}
          color="marigold"
          size="xl"
          className={styles["accept"] ?? ""}
        >
          Give it to somebody
        </ButtonLink>
      </div>
    </section>
  );
}
