// §3 §6 Users: the flags of the session user follow the role; who may change what of whom. Prose: docs/rules/people.md.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs, WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";
import { mayLookAfter } from "#domain/rules/invitation.ts";
import { vehiclesHold } from "#domain/rules/own-vehicles.ts";
import { personDetails } from "#domain/rules/people.ts";
import { roleOf } from "#domain/roles.ts";
import { type Service, services } from "#domain/services.ts";
import { endsChatBeforeLeaving } from "#domain/rules/valet-chat.ts";

function flagsFollowRole({ changes }: RuleArgs) {
  if (!("role" in changes)) return undefined;
  const role = roleOf(changes["role"] as string | null);
  return {
    is_admin_user: role === "admin",
    is_manager_user: role === "manager",
    is_staff_user: role === "staff",
    is_customer_user: role === "customer",
    is_employee_user: role === "employee",
  };
}

/** reading.md §7: a changed password, role or status ends what was given out before. */
function endTokens({ before, changes }: RuleArgs) {
  if (!before) return undefined;
  const isNew = (field: string): boolean => field in changes && changes[field] !== before[field];
  if (!["password", "role", "status"].some(isNew)) return undefined;
  return { auth_version: (before["auth_version"] as number) + 1 };
}

/** Whoever works for a branch works for its company: nobody is given a branch of another one. */
function branchIsOfCompany({ after, changes, related }: RuleArgs) {
  if (!("default_branch" in changes) && !("default_company" in changes)) return undefined;
  const branch = related["default_branch"];
  if (!branch || idOf(branch["company"]) === idOf(after["default_company"])) return undefined;
  return new Refusal("FORBIDDEN", "default_branch");
}

/** An admin goes on to a branch that is open, or that can be corrected; to wait at one is to be locked out. */
function openBranchChosen({ before, changes, related, who }: RuleArgs) {
  const isOwn = before !== null && before["id"] === who.id && before["default_branch"] !== null;
  if (!isOwn || !("default_branch" in changes)) return undefined;
  const status = related["default_branch"]?.["status"];
  return status === "published" || status === "rejected"
    ? undefined
    : new Refusal("BRANCH_NOT_PUBLISHED", "default_branch");
}

/** No password is ever chosen by another person: who forgot theirs is sent a link. Our own code, which is nobody, may set the first. */
function ownPassword({ before, changes, who }: RuleArgs) {
  if (!before || !("password" in changes) || who.id === null || who.id === before["id"]) return undefined;
  return new Refusal("FORBIDDEN", "password");
}

/** What is said of a person from above: on one's own row it is not one's own to say. */
const fromAbove = [...personDetails, "status", "role", "default_branch"];

/** A manager looks after staff and employees; of others, and of oneself, a manager changes the attendance alone. */
function managedFromAbove({ before, changes, who }: RuleArgs) {
  // What the gate brings to a customer is no matter of this.
  if (!before || who.role !== "manager" || before["is_customer_user"] === true) return undefined;
  const isOwn = before["id"] === who.id;
  // Whoever accepts an invitation becomes active by it.
  if (isOwn && before["status"] === "invited") return undefined;
  if (!isOwn && mayLookAfter({ who, role: roleOf(before["role"] as string | null) })) return undefined;
  const closed = isOwn ? fromAbove : [...fromAbove, "first_name", "last_name"];
  const field = closed.find((name) => name in changes);
  return field === undefined ? undefined : new Refusal("FORBIDDEN", field);
}

/** A role is given, and taken, by those above it; nobody gives themselves another. */
function roleIsGivenFromAbove({ before, changes, who }: RuleArgs) {
  if (!before || !("role" in changes) || changes["role"] === before["role"]) return undefined;
  if (who.id === null || who.role === "platform") return undefined;
  const mayGive = [before["role"], changes["role"]].every((role) =>
    mayLookAfter({ who, role: roleOf(role as string) }),
  );
  return mayGive && before["id"] !== who.id ? undefined : new Refusal("FORBIDDEN", "role");
}

/**
 * Colleagues are suspended and taken back, and that is not one's own to do. Who never chose a password is invited again; what a token
 * acted as stays stopped.
 */
function statusIsGivenFromAbove({ before, changes, who }: RuleArgs) {
  if (!before || !("status" in changes) || changes["status"] === before["status"]) return undefined;
  if (who.role !== "admin" && who.role !== "manager") return undefined;
  if (before["id"] === who.id) return before["status"] === "active" ? new Refusal("FORBIDDEN", "status") : undefined;
  if (changes["status"] === "suspended") return undefined;
  if (changes["status"] !== "active" || before["integration"] !== null) return new Refusal("FORBIDDEN", "status");
  return before["password"] === null ? { status: "invited" } : undefined;
}

/** Who may no longer work here, or works elsewhere from now on, is not on duty; and only who may work comes on duty. */
function leavesDuty({ before, after, changes }: RuleArgs) {
  if (!before) return undefined;
  const isMoved = ["role", "default_branch"].some((name) => name in changes && changes[name] !== before[name]);
  const mayWork = after["status"] === "active" && !isMoved;
  if (mayWork || after["in_out_flag"] !== true) return undefined;
  if (changes["in_out_flag"] === true && before["in_out_flag"] !== true) return new Refusal("FORBIDDEN", "in_out_flag");
  return { in_out_flag: false };
}

/** Of people who work here: what they are given to work for is services of a branch. INVALID_USER_DETAILS. */
function worksForServices({ after, changes }: RuleArgs) {
  const given = changes["staff_service_type"];
  if (after["is_customer_user"] === true || given === undefined || given === null) return undefined;
  const areServices = Array.isArray(given) && given.every((one) => services.includes(one as Service));
  return areServices ? undefined : new Refusal("INVALID_USER_DETAILS", "staff_service_type");
}

/** A PIN is changed, never taken away: staff need one. STAFF_PIN_REQUIRED. */
function staffKeepTheirPin({ before, after, changes }: RuleArgs) {
  if (!before || before["pin_number"] === null || !("pin_number" in changes) || changes["pin_number"] !== null)
    return undefined;
  return roleOf(after["role"] as string | null) === "staff"
    ? new Refusal("STAFF_PIN_REQUIRED", "pin_number")
    : undefined;
}

/** Since when somebody is present: who has waited longest is asked first. */
function dutyBegins({ before, after, changes, now }: RuleArgs) {
  if (!("in_out_flag" in changes) || before?.["in_out_flag"] === changes["in_out_flag"]) return undefined;
  return { on_duty_since: after["in_out_flag"] === true ? now : null };
}

export const userRules: readonly WriteRule[] = [
  ownPassword,
  managedFromAbove,
  roleIsGivenFromAbove,
  statusIsGivenFromAbove,
  staffKeepTheirPin,
  flagsFollowRole,
  worksForServices,
  vehiclesHold,
  branchIsOfCompany,
  openBranchChosen,
  endTokens,
  leavesDuty,
  endsChatBeforeLeaving,
  dutyBegins,
];
