// Card of a ticket on the board: plate, slot, staff member and the next move.
import { IconKey, IconMessageCircle, IconSteeringWheel } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatTime } from "#domain/dates.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { formatSlot } from "#web/api/entry.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import { getElapsedMinutes, getUrgency } from "#web/features/valet/board.ts";
import { isUnread } from "#web/features/valet/chat/chats.ts";
import type { ChatState } from "#web/features/valet/chat/chats.ts";
import { getNextMove } from "#web/features/valet/next-move.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import styles from "#web/features/valet/board.module.css";

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
    <li className={`${styles["card"]} ${highlightClass}`}>
      <div className={styles["line"]}>
        <Link className={styles["link"]} to={path(`valet-parking/detail?id=${ticket.id}`)}>
          <Plate number={ticket.Vehicle_Number} />
        </Link>
        {slot && (
          <span className={`figures ${styles["slot"]}`}>
            <span className="visually-hidden">Slot </span>
            {slot}
          </span>
        )}
      </div>
      <p className={styles["facts"]}>
        <span className="figures">{ticket.token_no}</span>
        {ticket.key_tag && (
          <span className={styles["fact"]}>
            <IconKey size={16} aria-hidden="true" />
            <span className="visually-hidden">Key tag </span>
            {ticket.key_tag}
          </span>
        )}
        {holder && (
          <span className={styles["fact"]}>
            <IconSteeringWheel size={16} aria-hidden="true" />
            {holder}
          </span>
        )}
      </p>
      {chat && <ChatStatus ticket={ticket} chat={chat} />}
      <WaitingTime ticket={ticket} />
      <NextMoveButton ticket={ticket} />
    </li>
  );
}

/** The driver once the pickup is accepted, before that the staff member who parked the car. */
function getHolder({ status_id: status, pickup_request_assigned: driver, Assigned_Staff: staff }: Ticket) {
  const isAccepted = status.sequence >= valetSequence.onTheWay;
  return (isAccepted ? driver : staff)?.first_name;
}

function ChatStatus({ ticket, chat }: { ticket: Ticket; chat: ChatState }) {
  const { path } = useBranch();
  const isNew = isUnread(chat);
  if (!isNew && !chat.holder) return null;
  return (
    <Link
      className={`${styles["chat"]} ${isNew ? styles["unread"] : ""}`}
      to={path(`valet-parking/detail?id=${ticket.id}`)}
    >
      <IconMessageCircle size={18} aria-hidden="true" />
      {isNew ? `New message from ${chat.customer_name ?? "customer"}` : `${chat.holder?.first_name} is replying`}
    </Link>
  );
}

function WaitingTime({ ticket }: { ticket: Ticket }) {
  const now = useNow();
  const { zone } = useBranch();
  const { sequence } = ticket.status_id;
  const isRequested = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  if (sequence <= valetSequence.parked && ticket.pickup_wanted_at)
    return (
      <p className={`figures ${styles["waiting"]} ${styles["calm"]}`}>
        Scheduled for {formatTime({ at: new Date(ticket.pickup_wanted_at), zone })}
      </p>
    );
  if (!isRequested || !ticket.pickup_requested_at) return null;
  const minutes = getElapsedMinutes({ at: ticket.pickup_requested_at, now });
  const offered = sequence === valetSequence.pickupRequested ? ticket.offered_to : null;
  return (
    <p className={`figures ${styles["waiting"]} ${styles[getUrgency(minutes)]}`}>
      {minutes < 1 ? "Requested just now" : `Requested ${formatMinutes(minutes)} ago`}
      {offered && <span className={styles["offered"]}>offered to {offered.first_name}</span>}
    </p>
  );
}

function NextMoveButton({ ticket }: { ticket: Ticket }) {
  const { path } = useBranch();
  const { user, role } = useRequiredSession();
  const next = getNextMove({ ticket, user: user.id, role });
  if (!next) return null;
  const buttonProps = {
    fullWidth: true,
    size: "lg",
    ...(next.isPrimary ? { color: "marigold" } : { variant: "default" }),
  };
  if (next.move === "hand-over")
    return (
      <ButtonLink to={path(`valet-parking/detail?id=${ticket.id}`)} {...buttonProps}>
        {next.label}
      </ButtonLink>
    );
  const { move } = next;
  return (
    <AsyncButton {...buttonProps} onPress={() => moveTicket({ id: ticket.id, move }).catch(showMoveError)}>
      {next.label}
    </AsyncButton>
  );
}
