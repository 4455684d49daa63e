// The next move of a ticket that the user can make; the server enforces the same rules.
import { can } from "#domain/access/capabilities.ts";
import { hasLeft } from "#domain/valet/keys-in-hand.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { Session } from "#web/api/session.ts";
import type { Ticket } from "#web/api/ticket.ts";
import type { TicketMove } from "#web/features/valet/api.ts";

export interface NextMove {
  move: TicketMove;
  label: string;
  /** The ticket is waiting for this user. */
  isPrimary: boolean;
}

/** Gate staff, and drivers from whom the branch revoked the gate. */
export function canMoveVehicles(session: Session): boolean {
  return can(session, "gate.operate") || can(session, "valet.drive");
}

/** Undefined if there is no move or it belongs to another user. */
export function getNextMove({ ticket, session }: { ticket: Ticket; session: Session }): NextMove | undefined {
  if (!canMoveVehicles(session)) return undefined;
  const isManaging = can(session, "valet.manage");
  const user = session.user.id;
  const { Assigned_Staff: staff, pickup_request_assigned: driver, status_id: status } = ticket;
  const isAvailable = (person: { id: string } | null) => isManaging || person === null || person.id === user;
  switch (status.sequence) {
    case valetSequence.received:
      return isAvailable(staff) || hasLeft(staff)
        ? { move: "park", label: "Mark as parked", isPrimary: staff?.id === user }
        : undefined;
    case valetSequence.parked:
      return { move: "request-pickup", label: "Request car", isPrimary: false };
    case valetSequence.pickupRequested:
      // Any driver can accept, also while the pickup is offered to another driver.
      return isAvailable(driver)
        ? {
            move: "accept-pickup",
            label: "Accept",
            isPrimary: isWaitingForUser({ user, driver, offered: ticket.offered_to }),
          }
        : undefined;
    case valetSequence.onTheWay:
      return isAvailable(driver)
        ? { move: "at-the-gate", label: "Mark at gate", isPrimary: driver?.id === user }
        : undefined;
    case valetSequence.atTheGate:
      return { move: "hand-over", label: "Hand over", isPrimary: true };
    default:
      return undefined;
  }
}

/** A requested car waits for its driver, else for the one it is offered to, else for everybody. */
export function isWaitingForUser({
  user,
  driver,
  offered,
}: {
  user: string;
  driver: { id: string } | null;
  offered: { id: string } | null;
}): boolean {
  return ((driver ?? offered)?.id ?? user) === user;
}

/** True if the user may park the car again that is on the way or at the gate. */
export function canReturn({ ticket, session }: { ticket: Ticket; session: Session }): boolean {
  const { status_id: status, pickup_request_assigned: driver } = ticket;
  const isDriven = status.sequence === valetSequence.onTheWay || status.sequence === valetSequence.atTheGate;
  return isDriven && (can(session, "valet.manage") || driver?.id === session.user.id || hasLeft(driver));
}
