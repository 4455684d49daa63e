// What the board shows: open tickets by status, the oldest request first, and who is on duty.
import { isOnDuty, roleOf } from "#domain/roles.ts";
import { worksFor } from "#domain/services.ts";
import { statusName } from "#domain/rules/status-names.ts";
import { valetSequence, valetStates } from "#domain/states/valet.ts";
import { itemsQuery } from "#web/items/items.ts";
import { ticketFields } from "#web/items/ticket.ts";
import type { PersonWire, TicketWire } from "#web/items/ticket.ts";
import { useBranch } from "#web/items/use-session.ts";

/** The columns, in the order of a car's day; what is checked out has left the board. */
export const columns = [
  valetSequence.pickupRequested,
  valetSequence.onTheWay,
  valetSequence.atTheGate,
  valetSequence.received,
  valetSequence.parked,
] as const;

/** The branch's own words for the states, where it has some. */
export function useStatusName(): (sequence: number) => string {
  const { branch } = useBranch();
  const names = branch.valet_and_parking_config?.["status_names"];
  return (sequence) => statusName({ names, sequence });
}

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
  staff_service_type: unknown;
}

export function branchStaff(branch: number) {
  return itemsQuery<StaffWire>("users", {
    filter: { default_branch: { _eq: branch } },
    fields: ["id", "first_name", "role", "status", "in_out_flag", "staff_service_type"],
    sort: ["first_name"],
    limit: -1,
  });
}

/** Staff and managers who count: present and active (§6), and working for the valet. */
export function onDuty(people: readonly StaffWire[]): StaffWire[] {
  return people.filter((person) => {
    const role = roleOf(person.role);
    const isStaff = role === "staff" || role === "manager";
    if (!worksFor({ given: person.staff_service_type, service: "is_valet_and_parking" })) return false;
    return isStaff && isOnDuty({ role, isActive: person.status === "active", isPresent: person.in_out_flag });
  });
}

/** Whole minutes, never below zero. */
export function minutesSince({ at, now }: { at: string; now: Date }): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000));
}

/** How urgent a request is, by the minutes it has waited. */
export function urgencyOf(minutes: number): "calm" | "soon" | "late" {
  if (minutes < 5) return "calm";
  return minutes < 10 ? "soon" : "late";
}
