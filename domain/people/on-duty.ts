// §6: users other than admins must be active and present to work. Write rule of all collections staff write to.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgs } from "#domain/schema/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isOnDuty } from "#domain/access/roles.ts";
import type { Actor } from "#domain/access/roles.ts";

/** STAFF_IS_INACTIVE, MANAGER_IS_INACTIVE, USER_ATTENDANCE_OFF, or undefined; applies to staff and managers only. */
export function checkOnDuty(actor: Pick<Actor, "role" | "isActive" | "isPresent">): ErrorCode | undefined {
  if (actor.role !== "staff" && actor.role !== "manager") return undefined;
  if (isOnDuty(actor)) return undefined;
  if (actor.isActive) return "USER_ATTENDANCE_OFF";
  return actor.role === "staff" ? "STAFF_IS_INACTIVE" : "MANAGER_IS_INACTIVE";
}

export function validateActorOnDuty({ actor }: RuleArgs): RuleViolation | undefined {
  const code = checkOnDuty(actor);
  return code && new RuleViolation(code);
}
