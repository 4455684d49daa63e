// §3 §6 Users: the flags of the session user follow the role.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs, WriteRule } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";
import { roleOf } from "#domain/roles.ts";
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
  if (!before || !["password", "role", "status"].some((field) => field in changes)) return undefined;
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

/** Since when somebody is present: who has waited longest is asked first. */
function dutyBegins({ before, after, changes, now }: RuleArgs) {
  if (!("in_out_flag" in changes) || before?.["in_out_flag"] === changes["in_out_flag"]) return undefined;
  return { on_duty_since: after["in_out_flag"] === true ? now : null };
}

export const userRules: readonly WriteRule[] = [
  ownPassword,
  flagsFollowRole,
  branchIsOfCompany,
  openBranchChosen,
  endTokens,
  endsChatBeforeLeaving,
  dutyBegins,
];
