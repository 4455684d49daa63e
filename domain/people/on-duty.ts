// §6: users other than admins must be active and present to work. Write rule of all collections staff write to.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgs } from "#domain/schema/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { can } from "#domain/access/capabilities.ts";
import { hasAttendance, isOnDuty, type Actor } from "#domain/access/roles.ts";

/** STAFF_IS_INACTIVE, MANAGER_IS_INACTIVE, USER_ATTENDANCE_OFF, or undefined; applies to staff and managers only. */
export function checkOnDuty({
  role,
  isActive,
  isPresent,
}: Pick<Actor, "role" | "isActive" | "isPresent">): ErrorCode | undefined {
  if (!hasAttendance({ role }) || isOnDuty({ role, isActive, isPresent })) return undefined;
  if (isActive) return "USER_ATTENDANCE_OFF";
  return can({ role }, "people.manage") ? "MANAGER_IS_INACTIVE" : "STAFF_IS_INACTIVE";
}

export function validateActorOnDuty({ actor }: RuleArgs): RuleViolation | undefined {
  const code = checkOnDuty(actor);
  return code && new RuleViolation(code);
}
