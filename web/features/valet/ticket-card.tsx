// One car on the board: plate, where it stands, who has it, and the next step under the thumb.
import { IconKey, IconMessageCircle, IconSteeringWheel } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatTime } from "#domain/rules/dates.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { slotOf } from "#web/items/entry.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Plate } from "#web/ui/plate.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import { minutesSince, urgencyOf } from "#web/features/valet/board.ts";
import { isUnread } from "#web/features/valet/chats.ts";
import type { ChatState } from "#web/features/valet/chats.ts";
import { nextMove } from "#web/features/valet/next-move.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import styles from "#web/features/valet/board.module.css";

interface TicketCardProps {
  ticket: TicketWire;
  chat: ChatState | undefined;
  glow: string;
}

export function TicketCard({ ticket, chat, glow }: TicketCardProps) {
  const { path } = useBranch();
  const slot = slotOf(ticket);
  const holder = holderOf(ticket);
  return (
    <li className={`${styles["card"]} ${glow}`}>
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
      {chat && <Chatting ticket={ticket} chat={chat} />}
      <Waited ticket={ticket} />
      <Next ticket={ticket} />
    </li>
  );
}

/** Who has the car: from the acceptance on who brings it, before that who looks after it. */
function holderOf({ status_id: status, pickup_request_assigned: driver, Assigned_Staff: staff }: TicketWire) {
  const isBrought = status.sequence >= valetSequence.onTheWay;
  return (isBrought ? driver : staff)?.first_name;
}

function Chatting({ ticket, chat }: { ticket: TicketWire; chat: ChatState }) {
  const { path } = useBranch();
  const isNew = isUnread(chat);
  if (!isNew && !chat.holder) return null;
  return (
    <Link
      className={`${styles["chat"]} ${isNew ? styles["unread"] : ""}`}
      to={path(`valet-parking/detail?id=${ticket.id}`)}
    >
      <IconMessageCircle size={18} aria-hidden="true" />
      {isNew ? `${chat.customer_name ?? "The customer"} wrote` : `${chat.holder?.first_name} answers`}
    </Link>
  );
}

function Waited({ ticket }: { ticket: TicketWire }) {
  const now = useNow();
  const { zone } = useBranch();
  const { sequence } = ticket.status_id;
  const isAsked = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  if (sequence <= valetSequence.parked && ticket.pickup_wanted_at)
    return (
      <p className={`figures ${styles["waited"]} ${styles["calm"]}`}>
        Wanted at {formatTime({ at: new Date(ticket.pickup_wanted_at), zone })}
      </p>
    );
  if (!isAsked || !ticket.pickup_requested_at) return null;
  const minutes = minutesSince({ at: ticket.pickup_requested_at, now });
  const offered = sequence === valetSequence.pickupRequested ? ticket.offered_to : null;
  return (
    <p className={`figures ${styles["waited"]} ${styles[urgencyOf(minutes)]}`}>
      {minutes < 1 ? "Asked for just now" : `Asked for ${showMinutes(minutes)} ago`}
      {offered && <span className={styles["offered"]}>offered to {offered.first_name}</span>}
    </p>
  );
}

function Next({ ticket }: { ticket: TicketWire }) {
  const { path } = useBranch();
  const { user, role } = useKnownSession();
  const next = nextMove({ ticket, user: user.id, role });
  if (!next) return null;
  const shared = { fullWidth: true, size: "lg", ...(next.isMain ? { color: "marigold" } : { variant: "default" }) };
  if (next.move === "hand-over")
    return (
      <ButtonLink to={path(`valet-parking/detail?id=${ticket.id}`)} {...shared}>
        {next.label}
      </ButtonLink>
    );
  const { move } = next;
  return (
    <WaitingButton {...shared} onPress={() => moveTicket({ id: ticket.id, move }).catch(showMoveError)}>
      {next.label}
    </WaitingButton>
  );
}
