// Card of a ticket on the board: plate, slot, staff member and the next move.
import { IconKey, IconMessageCircle, IconSteeringWheel } from "@tabler/icons-react";
import { formatTime } from "#domain/dates.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Group } from "#web/ui/layout.tsx";
import { NoticeLink } from "#web/ui/notice-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { advanceTicket } from "#web/features/valet/advance-ticket.ts";
import { ParkButton } from "#web/features/valet/parking/park-sheet.tsx";
import { getElapsedMinutes, getUrgencyColour } from "#web/features/valet/board.ts";
import { isUnread } from "#web/features/valet/chat/chats.ts";
import type { ChatState } from "#web/features/valet/chat/chats.ts";
import { RequestCarButton } from "#web/features/valet/pickup/pickup-gate.tsx";
import { getNextMove } from "#web/features/valet/next-move.ts";
import styles from "#web/features/valet/board.module.css";
import { t } from "#web/languages/t.ts";

interface TicketCardProps {
  ticket: Ticket;
  chat: ChatState | undefined;
  highlightClass: string;
}

export function TicketCard({ ticket, chat, highlightClass }: TicketCardProps) {
  const { path } = useBranch();
  const slot = formatSlot(ticket);
  const holder = getHolder(ticket);
  return (
    <Card component="li" gap="xs" padding="sm" className={highlightClass}>
      <TextLink to={path(`valet-parking/detail?id=${ticket.id}`)} className={styles["plate"]}>
        <Plate number={ticket.Vehicle_Number} typeIcon={ticket.vehicle_type?.icon} />
      </TextLink>
      <Group gap="sm">
        {slot && (
          <Text size="xl" fw="bold" isFigures>
            <span className="visually-hidden">{t("Slot")} </span>
            {slot}
          </Text>
        )}
        <Text c="dimmed" isFigures>
          {ticket.token_no}
        </Text>
        {ticket.key_tag && (
          <Group gap="2xs">
            <IconKey size={16} aria-hidden="true" />
            <span className="visually-hidden">{t("Key tag")} </span>
            {ticket.key_tag}
          </Group>
        )}
        {holder && (
          <Group gap="2xs">
            <IconSteeringWheel size={16} aria-hidden="true" />
            {holder}
          </Group>
        )}
      </Group>
      {chat && <ChatStatus ticket={ticket} chat={chat} />}
      <WaitingTime ticket={ticket} />
      <NextMoveButton ticket={ticket} />
    </Card>
  );
}

/** From the request on the driver who brings the car, once there is one; before, the staff member who parked it. */
function getHolder({ status_id: status, pickup_request_assigned: driver, Assigned_Staff: staff }: Ticket) {
  return (status.sequence >= valetSequence.pickupRequested ? driver : staff)?.first_name;
}

function ChatStatus({ ticket, chat }: { ticket: Ticket; chat: ChatState }) {
  const { path } = useBranch();
  const isNew = isUnread(chat);
  if (!isNew && !chat.holder) return null;
  return (
    <NoticeLink c={isNew ? "amber" : "grey"} icon={IconMessageCircle} to={path(`valet-parking/detail?id=${ticket.id}`)}>
      {isNew
        ? t("New message from {name}", { name: chat.customer_name ?? t("customer") })
        : t("{name} is replying", { name: chat.holder?.first_name ?? "" })}
    </NoticeLink>
  );
}

function WaitingTime({ ticket }: { ticket: Ticket }) {
  const now = useNow();
  const { zone } = useBranch();
  const { sequence } = ticket.status_id;
  const isRequested = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  if (sequence <= valetSequence.parked && ticket.pickup_wanted_at)
    return (
      <Notice c="grey">
        {t("Scheduled for {time}", { time: formatTime({ at: new Date(ticket.pickup_wanted_at), zone }) })}
      </Notice>
    );
  if (!isRequested || !ticket.pickup_requested_at) return null;
  const minutes = getElapsedMinutes({ at: ticket.pickup_requested_at, now });
  const isOpenOffer = sequence === valetSequence.pickupRequested && !ticket.pickup_request_assigned;
  const offered = isOpenOffer ? ticket.offered_to : null;
  return (
    <Notice c={getUrgencyColour(minutes)}>
      {minutes < 1 ? t("Requested just now") : t("Requested {time} ago", { time: formatMinutes(minutes) })}
      {ticket.pickup_gate && <Text>{t("to {gate}", { gate: ticket.pickup_gate })}</Text>}
      {offered && <Text>{t("offered to {name}", { name: offered.first_name })}</Text>}
    </Notice>
  );
}

function NextMoveButton({ ticket }: { ticket: Ticket }) {
  const { path } = useBranch();
  const session = useRequiredSession();
  const next = getNextMove({ ticket, session });
  if (!next) return null;
  const buttonProps = {
    fullWidth: true,
    size: "lg",
    ...(next.isPrimary ? { color: "marigold" } : { variant: "default" }),
  } as const;
  if (next.move === "park") return <ParkButton ticket={ticket} label={t(next.label)} {...buttonProps} />;
  if (next.move === "hand-over")
    return (
      <ButtonLink to={path(`valet-parking/detail?id=${ticket.id}`)} {...buttonProps}>
        {t(next.label)}
      </ButtonLink>
    );
  if (next.move === "request-pickup")
    return <RequestCarButton ticket={ticket} label={t(next.label)} {...buttonProps} />;
  const { move } = next;
  return (
    <AsyncButton {...buttonProps} onPress={() => advanceTicket({ id: ticket.id, move })}>
      {t(next.label)}
    </AsyncButton>
  );
}
