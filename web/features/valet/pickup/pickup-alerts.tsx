// Pickup alerts on every page of a valet branch: sound, the offer to the current user, and alerts of the manager.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { IconKey, IconMessageCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { isOnDuty } from "#domain/access/roles.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { itemsQuery } from "#web/api/items.ts";
import { keepLiveWhenHidden, useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { NoticeLink } from "#web/ui/notice-link.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { advanceTicket } from "#web/features/valet/advance-ticket.ts";
import { moveTicket } from "#web/features/valet/api.ts";
import { AssignDriverSheet } from "#web/features/valet/assign-driver-sheet.tsx";
import { type ChatState, getMessageKey, useUnreadChats } from "#web/features/valet/chat/chats.ts";
import { getElapsedMinutes } from "#web/features/valet/board.ts";
import { useAlertSound, useRepeatingAlertSound } from "#web/features/valet/alert-sound.ts";
import { unlockAudio } from "#web/product/signals/sound.ts";
import { countOthersWaiting } from "#web/features/valet/pickup/waiting-requests.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import styles from "#web/features/valet/pickup/pickup-alerts.module.css";
import { t } from "#web/languages/t.ts";

const requestFields = [
  "id",
  "Vehicle_Number",
  "token_no",
  "key_tag",
  "slot_prefix",
  "slot_no",
  "vehicle_type.icon",
  "pickup_gate",
  "pickup_requested_at",
  "offered_at",
  "manager_called_at",
  "offered_to.id",
  "offered_to.first_name",
  "pickup_request_assigned.id",
  "pickup_request_assigned.first_name",
] as const;
type PickupRequest = WireRow<"Valet_and_Parking_Information", typeof requestFields>;

function openPickupRequestsQuery(branch: number) {
  return itemsQuery("Valet_and_Parking_Information", {
    filter: { branch: { _eq: branch }, status_id: { _eq: valetSequence.pickupRequested } },
    fields: requestFields,
    sort: ["pickup_requested_at"],
    limit: -1,
  });
}

export function PickupAlerts() {
  const { branch, role, user, support } = useRequiredSession();
  // Support (§1) assigns no driver and answers no customer.
  if (!branch?.is_valet_and_parking || support) return null;
  const isActive = user.status === "active";
  return isOnDuty({ role, isActive, isPresent: user.in_out_flag }) ? <PickupAlertList /> : null;
}

function PickupAlertList() {
  const { branch } = useBranch();
  const session = useRequiredSession();
  const { user } = session;
  useLiveCollections("Valet_and_Parking_Information");
  useEffect(() => unlockAudio(), []);
  useEffect(() => keepLiveWhenHidden(), []);
  const { data } = useQuery(openPickupRequestsQuery(branch.id));
  const isManager = can(session, "valet.manage");
  const ownRequests = data?.filter(
    ({ offered_to: offered, pickup_request_assigned: assigned }) => (assigned ?? offered)?.id === user.id,
  );
  const escalated = isManager
    ? data?.filter(
        (request) =>
          request.manager_called_at !== null && !request.pickup_request_assigned && !ownRequests?.includes(request),
      )
    : [];
  const alertKeys = data?.flatMap((request) => [
    `${request.id}`,
    ...(ownRequests?.includes(request) ? [`${request.id} mine ${request.offered_at}`] : []),
    ...(escalated?.includes(request) ? [`${request.id} escalated`] : []),
  ]);
  useAlertSound(alertKeys);
  const unreadChats = useUnreadChats({ branch: branch.id, user: user.id });
  useAlertSound(unreadChats?.map(getMessageKey));
  const first = ownRequests?.[0];
  useRepeatingAlertSound(first !== undefined);
  const [chosen, setChosen] = useState<number>();
  // The list of drivers closes when a driver accepts meanwhile.
  const assigning = escalated?.find(({ id }) => id === chosen);
  return (
    <>
      <CurrentCar />
      {first && (
        <PickupOffer
          request={first}
          isAssigned={first.pickup_request_assigned !== null}
          otherCount={ownRequests.length - 1}
        />
      )}
      {!first && escalated?.[0] && (
        <ManagerAlert
          key={escalated.map(({ id }) => id).join()}
          request={escalated[0]}
          otherCount={countOthersWaiting(data ?? [])}
          onAssign={setChosen}
        />
      )}
      {assigning && <AssignDriverSheet id={assigning.id} onClose={() => setChosen(undefined)} />}
      <CustomerMessages chats={unreadChats ?? []} />
    </>
  );
}

/** On every page, until somebody has joined the chat and read them. Several are one line, so that they leave the screen to the page. */
function CustomerMessages({ chats }: { chats: readonly ChatState[] }) {
  const { path } = useBranch();
  const [isExpanded, setIsExpanded] = useState(false);
  const isCollapsed = chats.length > 1 && !isExpanded;
  return (
    <Stack role="status" gap="xs" style={chats.length > 0 ? { padding: "var(--space-xs) var(--space-md)" } : {}}>
      {isCollapsed ? (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconMessageCircle size={20} aria-hidden="true" />}
          onClick={() => setIsExpanded(true)}
        >
          {t("{count} customers have written", { count: chats.length })}
        </Button>
      ) : (
        chats.map(({ id, customer_name: name, valet_and_parking_information: ticket }) => (
          <NoticeLink key={id} icon={IconMessageCircle} to={path(`valet-parking/detail?id=${ticket.id}&chat=1`)}>
            {name === null
              ? t("Message from the customer about {car}", { car: ticket.Vehicle_Number })
              : t("Message from {name} about {car}", { name, car: ticket.Vehicle_Number })}
          </NoticeLink>
        ))
      )}
    </Stack>
  );
}

const currentCarFields = [
  "id",
  "Vehicle_Number",
  "key_tag",
  "slot_prefix",
  "slot_no",
  "vehicle_type.icon",
  "pickup_gate",
  "status_id.sequence",
] as const;
type Car = WireRow<"Valet_and_Parking_Information", typeof currentCarFields>;

/**
 * The car that the user brings, on every page until it is handed over, above the next request: where it stands, and which key.
 * Two lines on a phone, so that it leaves the screen to the page; the ticket has both large.
 */
function CurrentCar() {
  const { branch } = useBranch();
  const { user } = useRequiredSession();
  const { data } = useQuery(
    itemsQuery("Valet_and_Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        pickup_request_assigned: { _eq: user.id },
        status_id: { _in: [valetSequence.onTheWay, valetSequence.atTheGate] },
      },
      fields: currentCarFields,
      sort: ["started_time"],
      limit: 1,
    }),
  );
  const car = data?.[0];
  return car && <CarToBring key={car.id} car={car} />;
}

function CarToBring({ car }: { car: Car }) {
  const { path } = useBranch();
  const { pathname, search } = useLocation();
  const gate = car.pickup_gate ?? t("the gate");
  // The customer may choose another gate while the driver walks.
  useAlertSound([(car.pickup_gate ?? "the gate").replaceAll(" ", "_")]);
  const ticketPath = path(`valet-parking/detail?id=${car.id}`);
  const slot = formatSlot(car);
  const isOnTheWay = car.status_id.sequence === valetSequence.onTheWay;
  return (
    <Group component="section" gap="xs" className={styles["offer"]} aria-label={t("Your current car")}>
      <Plate number={car.Vehicle_Number} typeIcon={car.vehicle_type?.icon} />
      {slot && isOnTheWay && (
        <Text size="2xl" fw="bold" isFigures>
          <span className="visually-hidden">{t("Slot")} </span>
          {slot}
        </Text>
      )}
      {car.key_tag && (
        <Group gap="2xs">
          <IconKey size={18} aria-hidden="true" />
          <Text size="lg" fw="bold" isFigures>
            <span className="visually-hidden">{t("Key tag")} </span>
            {car.key_tag}
          </Text>
        </Group>
      )}
      <Text fw="bold">{isOnTheWay ? t("Bring it to {gate}", { gate }) : t("Hand it over")}</Text>
      {`${pathname}${search}` !== ticketPath && (
        <ButtonLink to={ticketPath} variant="default" size="md">
          {t("Show ticket")}
        </ButtonLink>
      )}
    </Group>
  );
}

interface PickupOfferProps {
  request: PickupRequest;
  isAssigned: boolean;
  otherCount: number;
}

function PickupOffer({ request, isAssigned, otherCount }: PickupOfferProps) {
  return (
    <PickupBanner
      title={t(isAssigned ? "Assigned to you" : "New pickup request")}
      request={request}
      otherCount={otherCount}
    >
      {!isAssigned && (
        <AsyncButton
          variant="default"
          size="md"
          onPress={() => moveTicket({ id: request.id, move: "pass-offer" }).catch(showMoveError)}
        >
          {t("Decline")}
        </AsyncButton>
      )}
      <AsyncButton color="marigold" size="md" onPress={() => advanceTicket({ id: request.id, move: "accept-pickup" })}>
        {t("Accept")}
      </AsyncButton>
    </PickupBanner>
  );
}

interface PickupBannerProps {
  title: string;
  request: PickupRequest;
  /** Requests that this one stands for. */
  otherCount: number;
  isEscalated?: boolean;
  /** Actions. */
  children: ReactNode;
}

/** Three lines on a phone, four with the driver it is offered to, two on a desktop: it stays above the page. */
function PickupBanner({ title, request, otherCount, isEscalated = false, children }: PickupBannerProps) {
  const slot = formatSlot(request);
  return (
    <Group
      component="section"
      className={`${styles["offer"]} ${isEscalated ? styles["escalated"] : ""}`}
      role="alert"
      aria-label={title}
    >
      <Stack gap="2xs" style={{ flex: "1 1 260px" }}>
        <Group gap="xs">
          <Text fw="bold">{title}</Text>
          {otherCount > 0 && (
            <Text fw="bold" isFigures>
              {t("{count} more", { count: otherCount })}
            </Text>
          )}
          <WaitingTime since={request.pickup_requested_at} />
        </Group>
        <Group gap="xs">
          <Plate number={request.Vehicle_Number} typeIcon={request.vehicle_type?.icon} />
          {slot && (
            <Text size="xl" fw="bold" isFigures>
              <span className="visually-hidden">{t("Slot")} </span>
              {slot}
            </Text>
          )}
          {request.key_tag && (
            <Group gap="2xs">
              <IconKey size={18} aria-hidden="true" />
              <span className="visually-hidden">{t("Key tag")} </span>
              {request.key_tag}
            </Group>
          )}
          {request.pickup_gate && <Text fw="bold">{t("to {gate}", { gate: request.pickup_gate })}</Text>}
          {isEscalated && request.offered_to && (
            <Text>{t("offered to {name}", { name: request.offered_to.first_name })}</Text>
          )}
        </Group>
      </Stack>
      <Grid minColumnWidth={100} gap="xs" style={{ flex: "1 1 220px" }}>
        {children}
      </Grid>
    </Group>
  );
}

function WaitingTime({ since }: { since: string | null }) {
  const now = useNow();
  const minutes = since === null ? 0 : getElapsedMinutes({ at: since, now });
  return (
    <Text c="dimmed" isFigures>
      {minutes < 1 ? t("requested just now") : t("waiting {time}", { time: formatMinutes(minutes) })}
    </Text>
  );
}

/** The alert returns after this time, or immediately for another request. */
const snoozeMs = 120_000;

interface ManagerAlertProps {
  request: PickupRequest;
  otherCount: number;
  onAssign: (ticket: number) => void;
}

function ManagerAlert({ request, otherCount, onAssign }: ManagerAlertProps) {
  const [snoozedUntil, setSnoozedUntil] = useState(0);
  const now = useNow();
  if (now.getTime() < snoozedUntil) return null;
  return (
    <PickupBanner title={t("No driver yet")} request={request} otherCount={otherCount} isEscalated>
      <Button variant="default" size="md" onClick={() => setSnoozedUntil(now.getTime() + snoozeMs)}>
        {t("Later")}
      </Button>
      <Button color="marigold" size="md" onClick={() => onAssign(request.id)}>
        {t("Assign driver")}
      </Button>
    </PickupBanner>
  );
}
