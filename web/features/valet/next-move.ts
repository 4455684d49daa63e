// Which step this person may take with this car next; the server's rules say the same and have the last word.
import type { Role } from "#domain/roles.ts";
import { valetSequence } from "#domain/states/valet.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import type { Move } from "#web/features/valet/api.ts";

export interface NextMove {
  move: Move;
  label: string;
  /** The one thing that is waited for now. */
  isMain: boolean;
}

const managing: readonly Role[] = ["admin", "manager", "platform"];

/** Undefined where the next step is somebody else's, or there is none. */
export function nextMove({
  ticket,
  user,
  role,
}: {
  ticket: TicketWire;
  user: string;
  role: Role;
}): NextMove | undefined {
  const isManaging = managing.includes(role);
  if (!isManaging && role !== "staff") return undefined;
  const { Assigned_Staff: staff, pickup_request_assigned: driver, status_id: status } = ticket;
  const isMine = (person: { id: string } | null) => isManaging || person === null || person.id === user;
  switch (status.sequence) {
    case valetSequence.received:
      return isMine(staff) ? { move: "park", label: "Parked it", isMain: staff?.id === user } : undefined;
    case valetSequence.parked:
      return { move: "request-pickup", label: "Ask for it", isMain: false };
    case valetSequence.pickupRequested:
      // Offered to somebody else it is still anybody's, but not the first thing to do.
      return isMine(driver)
        ? { move: "accept-pickup", label: "I bring it", isMain: (ticket.offered_to?.id ?? user) === user }
        : undefined;
    case valetSequence.onTheWay:
      return isMine(driver) ? { move: "at-the-gate", label: "At the gate", isMain: driver?.id === user } : undefined;
    case valetSequence.atTheGate:
      return { move: "hand-over", label: "Hand over", isMain: true };
    default:
      return undefined;
  }
}
