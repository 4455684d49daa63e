// §4 §6 §8: which staff may change a ticket, and to whom it can be assigned.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { isOnDuty, findRole, type Actor } from "#domain/access/roles.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { isStaffOfService } from "#domain/branches/services.ts";
import { valetSequence } from "#domain/valet/states.ts";

type TicketArgs = RuleArgsOf<"Valet_and_Parking_Information", AssignmentField>;
type AssignmentField = "Assigned_Staff" | "pickup_request_assigned";

/** Returns the user id of a relation, which is either the key or the row. */
export function getUserId(relation: unknown): string | null {
  if (typeof relation === "string") return relation;
  if (typeof relation !== "object" || relation === null) return null;
  return "id" in relation && typeof relation.id === "string" ? relation.id : null;
}

/** True for managers, and for admins, who may do everything a manager may (§6). */
export function canManageValet(actor: Actor): boolean {
  return can(actor, "valet.manage");
}

/**
 * The customer's page shows the handover code, and whoever has the code can collect the car: drivers who read the tickets of
 * the branch do not open it, managers and the customer do.
 */
export function canOpenTicketPage(actor: Actor): boolean {
  return canManageValet(actor) || !can(actor, "valet.read");
}

/**
 * True for actors who are not staff: the holder of a ticket link or code, and the server itself. A branch's exceptions
 * do not count: drivers from whom it revokes the gate remain staff.
 */
export function isExternal({ role }: Pick<Actor, "role">): boolean {
  return !can({ role }, "gate.operate");
}

/** ASSIGNED_SOME_OTHER with the name of the assigned user. */
export function assignedToOtherViolation(
  user: Partial<Pick<RowOf<"users">, "first_name">> | null | undefined,
): RuleViolation {
  const name = user?.first_name ?? null;
  return new RuleViolation("ASSIGNED_SOME_OTHER", undefined, { name });
}

/**
 * Drivers who go off duty while driving may still bring the car to the gate; they lose offers, but not the current
 * pickup.
 */
function isCompletingOwnPickup({ before, changes, actor }: TicketArgs): boolean {
  if (!actor.isActive || !before || before.pickup_request_assigned !== actor.id) return false;
  return Object.keys(changes).length === 1 && changes.status_id === valetSequence.atTheGate;
}

/** §6: staff and managers must be active and on duty. STAFF_IS_INACTIVE, MANAGER_IS_INACTIVE, USER_ATTENDANCE_OFF. */
export function validateValetActorOnDuty(args: TicketArgs): RuleViolation | undefined {
  if (isCompletingOwnPickup(args)) return undefined;
  const code = checkOnDuty(args.actor);
  return code && new RuleViolation(code);
}

/** Only active staff and managers on duty at the ticket's branch can be assigned. */
function isStaffAvailable({ user, branch }: { user: RowOf<"users"> | null; branch: number }): boolean {
  if (!user || user.default_branch !== branch) return false;
  const role = findRole(user.role);
  if (!can({ role }, "valet.drive")) return false;
  if (!isStaffOfService({ staffServices: user.staff_service_type, service: "is_valet_and_parking" })) return false;
  return isOnDuty({ role, isActive: user.status === "active", isPresent: user.in_out_flag });
}

function isFieldAssigned({ before, changes }: TicketArgs, field: AssignmentField): boolean {
  return field in changes && getUserId(changes[field]) !== getUserId(before?.[field]);
}

function validateAssignee(args: TicketArgs, field: AssignmentField): RuleViolation | undefined {
  if (!isFieldAssigned(args, field)) return undefined;
  const { before, after, actor, related } = args;
  const assigneeId = getUserId(after[field]);
  const isDriven = before?.status_id === valetSequence.onTheWay || before?.status_id === valetSequence.atTheGate;
  if (assigneeId === null) return isDriven ? new RuleViolation("ASSIGN_STAFF", field) : undefined;
  if (assigneeId === actor.id && getUserId(before?.[field]) === null) return undefined;
  // Drivers hand the key of their car to a colleague.
  const isHandedOver = assigneeId !== null && getUserId(before?.[field]) === actor.id;
  const canAssign = canManageValet(actor) || isHandedOver || (before === null && field === "Assigned_Staff");
  if (!canAssign)
    return getUserId(before?.[field])
      ? new RuleViolation("ASSIGNED_SOME_OTHER")
      : new RuleViolation("FORBIDDEN", field);
  return isStaffAvailable({ user: related[field], branch: after.branch })
    ? undefined
    : new RuleViolation("STAFF_NOT_AVAILABLE", field);
}

/**
 * Drivers assign tickets to themselves and hand their own to colleagues; managers assign them to staff on duty.
 * STAFF_NOT_AVAILABLE; ASSIGN_STAFF if a car on its way would have no driver; ASSIGNED_SOME_OTHER and FORBIDDEN if staff
 * reassign another driver's ticket.
 */
export function validateStaffAssignment(args: TicketArgs): RuleViolation | undefined {
  return validateAssignee(args, "Assigned_Staff") ?? validateAssignee(args, "pickup_request_assigned");
}
