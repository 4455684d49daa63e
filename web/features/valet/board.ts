// Data of the valet board: open tickets by status, oldest request first, and staff on duty.
import { can } from "#domain/access/capabilities.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { isOnDuty, findRole } from "#domain/access/roles.ts";
import { isStaffOfService } from "#domain/branches/services.ts";
import { getStatusName } from "#domain/valet/status-names.ts";
import { valetSequence, valetStates } from "#domain/valet/states.ts";
import { itemsQuery } from "#web/api/items.ts";
import { ticketFields } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { t } from "#web/languages/t.ts";

/** Columns in display order; checked-out tickets are not on the board. */
export const boardColumns = [
  valetSequence.pickupRequested,
  valetSequence.onTheWay,
  valetSequence.atTheGate,
  valetSequence.received,
  valetSequence.parked,
] as const;

/** Status labels; a branch can replace the default ones. */
export function useStatusLabel(): (sequence: number) => string {
  const { branch } = useBranch();
  const names = branch.valet_and_parking_config?.status_names;
  return (sequence) => t(getStatusName({ names, sequence }));
}

export const getStatusColour = (sequence: (typeof boardColumns)[number]) => valetStates.states[sequence].colour;

export function openTicketsQuery(branch: number) {
  return itemsQuery("Valet_and_Parking_Information", {
    filter: { branch: { _eq: branch }, status_id: { _in: [...boardColumns] } },
    fields: ticketFields,
    sort: ["pickup_requested_at", "id"],
    limit: -1,
  });
}

const staffFields = ["id", "first_name", "role", "status", "in_out_flag", "staff_service_type"] as const;
export type StaffMember = WireRow<"users", typeof staffFields>;

export function branchStaffQuery(branch: number) {
  return itemsQuery("users", {
    filter: { default_branch: { _eq: branch } },
    fields: staffFields,
    sort: ["first_name"],
    limit: -1,
  });
}

/** Valet staff and managers who are present and active (§6). */
export function filterOnDuty(people: readonly StaffMember[]): StaffMember[] {
  return people.filter((person) => {
    const role = findRole(person.role);
    if (!isStaffOfService({ staffServices: person.staff_service_type, service: "is_valet_and_parking" })) return false;
    return (
      can({ role }, "valet.drive") &&
      isOnDuty({ role, isActive: person.status === "active", isPresent: person.in_out_flag })
    );
  });
}

/** Whole minutes, never below zero. */
export function getElapsedMinutes({ at, now }: { at: string; now: Date }): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000));
}

/** Colour of a request by its waiting time in minutes. */
export function getUrgencyColour(minutes: number): "grey" | "amber" | "red" {
  if (minutes < 5) return "grey";
  return minutes < 10 ? "amber" : "red";
}
