// §4 Login gating, §6: who may log in, and go on working, as their account, company and branch stand now.
import type { ErrorCode } from "#domain/errors.ts";
import type { Role } from "#domain/roles.ts";
import { partnerRoles } from "#domain/roles.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";

export type UserStatus = "draft" | "active" | "invited" | "suspended";

export interface Gated {
  role: Role;
  status: UserStatus;
  /** `in_out_flag`; left out where attendance is not asked for, as when only reading. */
  isPresent?: boolean;
  /** Null for who has none yet, and for customers. */
  companyStatus: string | null;
  branchStatus: string | null;
}

function isPartner(role: Role): boolean {
  return (partnerRoles as readonly Role[]).includes(role);
}

/** §6: admins skip status and attendance; a suspension holds for everybody. */
function accountRefusal({ role, status, isPresent = true }: Gated): ErrorCode | undefined {
  if (status === "suspended") return "ACCOUNT_SUSPEND";
  if (role === "admin" || role === "platform") return undefined;
  const isActive = status === "active";
  const duty = dutyRefusal({ role, isActive, isPresent });
  return duty ?? (isActive ? undefined : "ACCOUNT_SUSPEND");
}

/**
 * §4: archived, rejected or draft blocks login. An admin comes in while it is rejected, to correct the application;
 * what is in verification waits for everybody.
 */
function placeRefusal({
  place,
  status,
  role,
}: {
  place: "COMPANY" | "BRANCH";
  status: string | null;
  role: Role;
}): ErrorCode | undefined {
  if (status === "draft") return `${place}_DRAFT`;
  if (status === "archived") return `${place}_ARCHIVED`;
  return status === "rejected" && role !== "admin" ? `${place}_REJECTED` : undefined;
}

/** The code to refuse with, or undefined: the account first, then the company, then the branch. */
export function loginGate(gated: Gated): ErrorCode | undefined {
  const { role, companyStatus, branchStatus } = gated;
  const refusal = accountRefusal(gated);
  if (refusal || !isPartner(role)) return refusal;
  return (
    placeRefusal({ place: "COMPANY", status: companyStatus, role }) ??
    placeRefusal({ place: "BRANCH", status: branchStatus, role })
  );
}

/** Where an admin goes on from a branch that is closed: to one of the company's that is open, else to one to be corrected. */
export function branchToGoOn<T extends { status: string }>({
  role,
  gate,
  branches,
}: {
  role: Role;
  gate: ErrorCode | null;
  /** Of the company, the first that was made first. */
  branches: readonly T[];
}): T | undefined {
  const isBranchClosed = gate === "BRANCH_ARCHIVED" || gate === "BRANCH_DRAFT";
  if (role !== "admin" || !isBranchClosed) return undefined;
  return branches.find(({ status }) => status === "published") ?? branches.find(({ status }) => status === "rejected");
}

/** §6: a partner at the customers' log-in, or the reverse, is told to log out first. */
export function otherSideRefusal({ role, page }: { role: Role; page: "partner" | "customer" }): ErrorCode | undefined {
  if (page === "partner") return role === "customer" ? "CUSTOMER_LOGGED_IN" : undefined;
  if (role === "admin") return "ADMIN_LOGGED_IN";
  return isPartner(role) ? "PARTNER_LOGGED_IN" : undefined;
}
