// §3 §6 Users: role flags, and rules on who may change which fields of a user. See docs/rules/people.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { WriteRule } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import { applyMessageConsents } from "#domain/messages/message-consents.ts";
import { applyPinnedPlaces } from "#domain/people/pinned-places.ts";
import { applyUserVehicles } from "#domain/people/user-vehicles.ts";
import { validateMove } from "#domain/people/move.ts";
import { getKindOfRole, personDetailFields } from "#domain/people/people.ts";
import { canLackEmail, isMobileNumber, isWithoutEmail, mobileRequired } from "#domain/people/phone-log-in.ts";
import { findRole, roles, type Role } from "#domain/access/roles.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { validateNoActiveChat } from "#domain/valet/chat.ts";
import { validateNoKeysInHand } from "#domain/valet/keys-in-hand.ts";

/** Fields that repeat the role of a user. */
const roleFlags = {
  is_admin_user: "admin",
  is_manager_user: "manager",
  is_staff_user: "staff",
  is_customer_user: "customer",
  is_employee_user: "employee",
} as const satisfies { [field: string]: Role };

type UserArgs = RuleArgsOf<"users", "default_branch">;

function setRoleFlags({ changes }: UserArgs) {
  if (!("role" in changes)) return undefined;
  const role = findRole(changes.role ?? null);
  return Object.fromEntries(Object.entries(roleFlags).map(([field, flaggedRole]) => [field, flaggedRole === role]));
}

/** reading.md §7: a change of password, role or status invalidates all issued tokens. */
function invalidateTokens({ before, changes }: UserArgs) {
  if (!before) return undefined;
  const credentials = ["password", "role", "status"] as const;
  const isChanged = (field: (typeof credentials)[number] | "contact_number") =>
    field in changes && changes[field] !== before[field];
  // Who has the former number must not stay logged in.
  if (!credentials.some(isChanged) && !(isWithoutEmail(before) && isChanged("contact_number"))) return undefined;
  return { auth_version: before.auth_version + 1 };
}

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Number of other active administrators of the platform, if the write could end that of one. */
    otherAdministrators: number;
  }
}

/** The last active administrator of the platform stays: nobody else could appoint or reactivate another one. */
function validateAdministratorRemains({ after, lookups }: UserArgs): RuleViolation | undefined {
  const remains = after.status === "active" && can({ role: findRole(after.role) }, "platform.administer");
  return lookups?.otherAdministrators === 0 && !remains ? new RuleViolation("FORBIDDEN") : undefined;
}

/** As above, for a deletion. */
export function validateAdministratorDelete({ lookups }: RuleArgsOf<"users">): RuleViolation | undefined {
  return lookups?.otherAdministrators === 0 ? new RuleViolation("FORBIDDEN") : undefined;
}

/** The default branch must belong to the user's company. */
function validateBranchCompany({ after, changes, related }: UserArgs) {
  if (!("default_branch" in changes) && !("default_company" in changes)) return undefined;
  const branch = related.default_branch;
  if (!branch || branch.company === after.default_company) return undefined;
  return new RuleViolation("FORBIDDEN", "default_branch");
}

/** Admins can switch to published or rejected branches only; a draft or archived one would lock them out. */
function validateBranchSelection({ before, changes, related, actor }: UserArgs) {
  const isOwn = before !== null && before.id === actor.id && before.default_branch !== null;
  if (!isOwn || !("default_branch" in changes)) return undefined;
  const status = related.default_branch?.status;
  return status === "published" || status === "rejected"
    ? undefined
    : new RuleViolation("BRANCH_NOT_PUBLISHED", "default_branch");
}

/**
 * Users set only their own password; a forgotten one is reset by an emailed link. The system actor may set the first
 * one.
 */
function validatePasswordChange({ before, changes, actor }: UserArgs) {
  if (!before || !("password" in changes) || actor.id === null || actor.id === before.id) return undefined;
  return new RuleViolation("FORBIDDEN", "password");
}

/** Fields that only a superior may set: users cannot change them on their own row. */
const managedFields = [...personDetailFields, "status", "role", "default_branch"];

/** Managers manage staff and employees; of other users, and of themselves, they can change the attendance only. */
function validateManagedFields({ before, changes, actor }: UserArgs) {
  const managesBranch = can(actor, "people.manage") && roles[actor.role].scope === "branch";
  // Skips customers, whose row is updated by check-ins.
  if (!before || !managesBranch || before.is_customer_user) return undefined;
  const isOwn = before.id === actor.id;
  // Accepting an invitation sets the own status to active.
  if (isOwn && before.status === "invited") return undefined;
  if (!isOwn && canManageRole({ actor, role: findRole(before.role) })) return undefined;
  const forbiddenFields = isOwn ? managedFields : [...managedFields, "first_name", "last_name"];
  const field = forbiddenFields.find((name) => name in changes);
  return field === undefined ? undefined : new RuleViolation("FORBIDDEN", field);
}

/** Roles are assigned and revoked by superiors; users cannot change their own role. */
function validateRoleAssignment({ before, changes, actor }: UserArgs) {
  if (!before || !("role" in changes) || changes.role === before.role) return undefined;
  if (actor.id === null) return undefined;
  const canAssign =
    can(actor, "platform.administer") ||
    [before.role, changes.role].every((role) => canManageRole({ actor, role: findRole(role ?? null) }));
  return canAssign && before.id !== actor.id ? undefined : new RuleViolation("FORBIDDEN", "role");
}

/** Users do not move themselves; those of several branches switch among them. */
function validatePlace({ before, changes, actor }: UserArgs) {
  if (!before || before.id !== actor.id || can(actor, "branch.switch")) return undefined;
  const places = ["default_company", "default_branch"] as const;
  const field = places.find((name) => name in changes && changes[name] !== before[name]);
  return field && new RuleViolation("FORBIDDEN", field);
}

/**
 * Suspending and re-activating is reserved to superiors. A user without a password returns to `invited`; the user of a
 * revoked token stays suspended.
 */
function validateStatusChange({ before, changes, actor }: UserArgs) {
  if (!before || !("status" in changes) || changes.status === before.status) return undefined;
  // Accepting an invitation sets the own status.
  if (before.id === actor.id) return before.status === "active" ? new RuleViolation("FORBIDDEN", "status") : undefined;
  if (!can(actor, "people.manage")) return undefined;
  if (changes.status === "suspended") return undefined;
  if (changes.status !== "active" || before.integration !== null) return new RuleViolation("FORBIDDEN", "status");
  return before.password === null ? { status: "invited" } : undefined;
}

/** Sets users off duty when they become inactive or change role or branch; only active users can go on duty. */
function applyOffDuty({ before, after, changes }: UserArgs) {
  if (!before) return undefined;
  const isMoved = (["role", "default_branch"] as const).some(
    (name) => name in changes && changes[name] !== before[name],
  );
  const canWork = after.status === "active" && !isMoved;
  if (canWork || !after.in_out_flag) return undefined;
  if (changes.in_out_flag === true && !before.in_out_flag) return new RuleViolation("FORBIDDEN", "in_out_flag");
  return { in_out_flag: false };
}

/** INVALID_USER_DETAILS if the assigned services of a partner user are not services of a branch. */
function validateStaffServices({ after, changes }: UserArgs) {
  // JSON of any shape until it is checked here.
  const services: unknown = changes.staff_service_type;
  if (after.is_customer_user || services === undefined || services === null) return undefined;
  const areServices =
    Array.isArray(services) && services.every((service) => serviceNames.some((name) => name === service));
  return areServices ? undefined : new RuleViolation("INVALID_USER_DETAILS", "staff_service_type");
}

/** STAFF_PIN_REQUIRED: the PIN of staff can be changed but not removed. */
function validateStaffPin({ before, after, changes }: UserArgs) {
  if (!before || before.pin_number === null || !("pin_number" in changes) || changes.pin_number !== null)
    return undefined;
  return getKindOfRole(findRole(after.role)) === "staff"
    ? new RuleViolation("STAFF_PIN_REQUIRED", "pin_number")
    : undefined;
}

/** Staff without an email keep a mobile number, and cannot get a role that needs an email. */
function validatePhoneLogIn({ before, after, changes }: UserArgs) {
  const isAffected = ["role", "email", "contact_number"].some((field) => field in changes);
  if (!isAffected || !isWithoutEmail(before ?? after) || after.integration !== null) return undefined;
  if (!canLackEmail(findRole(after.role)))
    return new RuleViolation("FAILED_VALIDATION", "role", {}, "*This role needs an email");
  if (!isWithoutEmail(after) || isMobileNumber(after.contact_number)) return undefined;
  return new RuleViolation("FAILED_VALIDATION", "contact_number", {}, mobileRequired);
}

/** Resets the verification when the phone number changes, unless the new number is verified in the same write. */
function resetPhoneVerification({ before, changes }: UserArgs) {
  if (!before || !("contact_number" in changes) || changes.contact_number === before.contact_number) return undefined;
  if (changes.phone_verified_at) return undefined;
  return { phone_verified_at: null };
}

/** Start of the current duty: pickups are offered first to the driver who has waited longest. */
function recordDutyStart({ before, after, changes, now }: UserArgs) {
  if (!("in_out_flag" in changes) || before?.in_out_flag === changes.in_out_flag) return undefined;
  return { on_duty_since: after.in_out_flag ? now : null };
}

export const userRules: readonly WriteRule[] = [
  validatePasswordChange,
  validateManagedFields,
  validateRoleAssignment,
  validateStatusChange,
  validatePlace,
  validateAdministratorRemains,
  validateStaffPin,
  validatePhoneLogIn,
  setRoleFlags,
  validateStaffServices,
  applyUserVehicles,
  applyPinnedPlaces,
  applyMessageConsents,
  validateBranchCompany,
  validateBranchSelection,
  validateMove,
  invalidateTokens,
  resetPhoneVerification,
  applyOffDuty,
  validateNoActiveChat,
  validateNoKeysInHand,
  recordDutyStart,
];
