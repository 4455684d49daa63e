// §6: non-admins must be active and present to do a branch's work. The write rule of every collection staff write to.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isOnDuty } from "#domain/roles.ts";
import type { Who } from "#domain/roles.ts";

/** STAFF_IS_INACTIVE, MANAGER_IS_INACTIVE, USER_ATTENDANCE_OFF, or undefined; who is neither staff nor manager has no duty. */
export function dutyRefusal(who: Pick<Who, "role" | "isActive" | "isPresent">): ErrorCode | undefined {
  if (who.role !== "staff" && who.role !== "manager") return undefined;
  if (isOnDuty(who)) return undefined;
  if (who.isActive) return "USER_ATTENDANCE_OFF";
  return who.role === "staff" ? "STAFF_IS_INACTIVE" : "MANAGER_IS_INACTIVE";
}

export function actorIsOnDuty({ who }: RuleArgs): Refusal | undefined {
  const code = dutyRefusal(who);
  return code && new Refusal(code);
}
