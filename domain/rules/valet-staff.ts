// §4 §6 §8: who of the branch's staff may touch which ticket, and to whom a car may be given.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { isOnDuty, roleOf } from "#domain/roles.ts";
import type { Who } from "#domain/roles.ts";
import { idOf } from "#domain/rules/charge.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import { worksFor } from "#domain/services.ts";
import { valetSequence } from "#domain/states/valet.ts";

/** A relation to a person, given as the key or as the row. */
export function personOf(relation: unknown): string | null {
  if (typeof relation === "string") return relation;
  if (typeof relation !== "object" || relation === null) return null;
  return ((relation as Row)["id"] as string | undefined) ?? null;
}

/** May do what a manager may: an admin does everything (§6). */
export function isManaging(who: Who): boolean {
  return who.role === "manager" || who.role === "admin" || who.role === "platform";
}

/** The holder of a ticket, known by its link or its code, and the server itself: nobody who works here. */
export function isOutside(who: Who): boolean {
  return !isManaging(who) && who.role !== "staff";
}

/** ASSIGNED_SOME_OTHER, with the name of who has the car. */
export function assignedToOther(person: Row | null | undefined): Refusal {
  const name = (person?.["first_name"] ?? null) as string | null;
  return new Refusal("ASSIGNED_SOME_OTHER", undefined, { name });
}

/** A driver who went off duty with a car still brings it to the gate: he loses his offers, never a car he is driving. */
function isBringingOwnCar({ before, changes, who }: RuleArgs): boolean {
  if (!who.isActive || !before || personOf(before["pickup_request_assigned"]) !== who.id) return false;
  return Object.keys(changes).length === 1 && changes["status_id"] === valetSequence.atTheGate;
}

/** §6: staff and managers must be active and present. STAFF_IS_INACTIVE, MANAGER_IS_INACTIVE, USER_ATTENDANCE_OFF. */
export function valetActorIsOnDuty(args: RuleArgs): Refusal | undefined {
  if (isBringingOwnCar(args)) return undefined;
  const code = dutyRefusal(args.who);
  return code && new Refusal(code);
}

/** Only present, active staff and managers of the ticket's own branch are given a car. */
function isAvailable({ person, branch }: { person: Row | null | undefined; branch: unknown }): boolean {
  if (!person || idOf(person["default_branch"]) !== idOf(branch)) return false;
  const role = roleOf(personOf(person["role"]));
  if (role !== "staff" && role !== "manager") return false;
  if (!worksFor({ given: person["staff_service_type"], service: "is_valet_and_parking" })) return false;
  return isOnDuty({ role, isActive: person["status"] === "active", isPresent: person["in_out_flag"] === true });
}

function isGiven({ before, changes }: RuleArgs, field: string): boolean {
  return field in changes && personOf(changes[field]) !== personOf(before?.[field]);
}

function givenTo(args: RuleArgs, field: "Assigned_Staff" | "pickup_request_assigned"): Refusal | undefined {
  if (!isGiven(args, field)) return undefined;
  const { before, after, who, related } = args;
  const person = personOf(after[field]);
  const isDriven =
    before?.["status_id"] === valetSequence.onTheWay || before?.["status_id"] === valetSequence.atTheGate;
  if (person === null) return isDriven ? new Refusal("ASSIGN_STAFF", field) : undefined;
  if (person === who.id && personOf(before?.[field]) === null) return undefined;
  const mayGive = isManaging(who) || (before === null && field === "Assigned_Staff");
  if (!mayGive) return personOf(before?.[field]) ? new Refusal("ASSIGNED_SOME_OTHER") : new Refusal("FORBIDDEN", field);
  return isAvailable({ person: related[field], branch: after["branch"] })
    ? undefined
    : new Refusal("STAFF_NOT_AVAILABLE", field);
}

/**
 * A car is taken by oneself, or given by a manager to somebody on duty. STAFF_NOT_AVAILABLE, ASSIGN_STAFF where a car that
 * is being driven would be left with nobody, ASSIGNED_SOME_OTHER and FORBIDDEN where staff give away what is not theirs.
 */
export function staffIsGiven(args: RuleArgs): Refusal | undefined {
  return givenTo(args, "Assigned_Staff") ?? givenTo(args, "pickup_request_assigned");
}
