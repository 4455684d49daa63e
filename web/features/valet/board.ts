// What the board shows: open tickets by status, the oldest request first, and who is on duty.
import { isOnDuty, roleOf } from "#domain/roles.ts";
import { valetSequence, valetStates } from "#domain/states/valet.ts";
import { itemsQuery } from "#web/items/items.ts";
import { ticketFields } from "#web/items/ticket.ts";
import type { PersonWire, TicketWire } from "#web/items/ticket.ts";

/** The columns, in the order of a car's day; what is checked out has left the board. */
export const columns = [
  valetSequence.pickupRequested,
  valetSequence.onTheWay,
  valetSequence.atTheGate,
  valetSequence.received,
  valetSequence.parked,
] as const;

export const nameOf = (sequence: (typeof columns)[number]) => valetStates.states[sequence].name;
export const colourOf = (sequence: (typeof columns)[number]) => valetStates.states[sequence].colour;

export function openTickets(branch: number) {
  return itemsQuery<TicketWire>("Valet_and_Parking_Information", {
    filter: { branch: { _eq: branch }, status_id: { _in: [...columns] } },
    fields: ticketFields,
    sort: ["pickup_requested_at", "id"],
    limit: -1,
  });
}

export interface StaffWire extends PersonWire {
  role: string;
  status: string;
  in_out_flag: boolean;
}

export function branchStaff(branch: number) {
  return itemsQuery<StaffWire>("users", {
    filter: { default_branch: { _eq: branch } },
    fields: ["id", "first_name", "role", "status", "in_out_flag"],
    sort: ["first_name"],
    limit: -1,
  });
}

/** Staff and managers who count: present and active (§6). */
export function onDuty(people: readonly StaffWire[]): StaffWire[] {
  return people.filter((person) => {
    const role = roleOf(person.role);
    const isStaff = role === "staff" || role === "manager";
    return isStaff && isOnDuty({ role, isActive: person.status === "active", isPresent: person.in_out_flag });
  });
}

/** How urgent a request is, by the minutes it has waited. */
export function urgencyOf(minutes: number): "calm" | "soon" | "late" {
  if (minutes < 5) return "calm";
  return minutes < 10 ? "soon" : "late";
}
