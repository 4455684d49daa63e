// §4 Login gating, §6: checks of account, company and branch status at login and during a session.
import type { ErrorCode } from "#domain/errors.ts";
import { can } from "#domain/access/capabilities.ts";
import { isCustomer, isPartner, roles, type Role } from "#domain/access/roles.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";

export type UserStatus = "draft" | "active" | "invited" | "suspended";

export interface LoginAccessInput {
  role: Role;
  status: UserStatus;
  /** `in_out_flag`; omitted if attendance does not matter, such as for reading. */
  isPresent?: boolean;
  /** Null for users without a company, and for customers. */
  companyStatus: string | null;
  branchStatus: string | null;
  /** The platform has suspended the company. */
  isCompanySuspended?: boolean;
  /** Vehicles are inside a branch that is archived or suspended, or have just left: who works at the gate lets them out and takes their money. */
  hasVehiclesInside?: boolean;
}

/** §6: admins skip status and attendance; a suspension applies to everybody. */
function checkAccount({ role, status, isPresent = true }: LoginAccessInput): ErrorCode | undefined {
  if (status === "suspended") return "ACCOUNT_SUSPEND";
  if (roles[role].duty === "exempt") return undefined;
  const isActive = status === "active";
  const dutyError = checkOnDuty({ role, isActive, isPresent });
  return dutyError ?? (isActive ? undefined : "ACCOUNT_SUSPEND");
}

/** True if the company or the branch was rejected and the user corrects it. */
function correctsRegistration({ role, companyStatus, branchStatus }: LoginAccessInput): boolean {
  return [companyStatus, branchStatus].includes("rejected") && can({ role }, "registration.submit");
}

/**
 * §4: archived, rejected or draft blocks login. Admins can log in if company or branch is rejected, to correct it, also
 * while the other one is verified; if nothing is to be corrected, nobody can log in during verification (draft).
 */
function checkOrganisationStatus({
  organisation,
  status,
  isCorrecting,
}: {
  organisation: "COMPANY" | "BRANCH";
  status: string | null;
  isCorrecting: boolean;
}): ErrorCode | undefined {
  if (status === "archived") return `${organisation}_ARCHIVED`;
  if (isCorrecting) return undefined;
  if (status === "draft") return `${organisation}_DRAFT`;
  return status === "rejected" ? `${organisation}_REJECTED` : undefined;
}

/** Returns the error code or undefined; checks the account first, then the company, then the branch. */
export function checkLoginAccess(input: LoginAccessInput): ErrorCode | undefined {
  const { role, companyStatus, branchStatus, isCompanySuspended = false, hasVehiclesInside = false } = input;
  const accountError = checkAccount(input);
  if (accountError || !isPartner({ role })) return accountError;
  const isCorrecting = correctsRegistration(input);
  const letsVehiclesOut = hasVehiclesInside && can({ role }, "gate.operate");
  if (isCompanySuspended && companyStatus !== "archived" && !letsVehiclesOut) return "COMPANY_SUSPENDED";
  const companyError = checkOrganisationStatus({ organisation: "COMPANY", status: companyStatus, isCorrecting });
  if (companyError) return companyError;
  // New entries stay impossible (BRANCH_NOT_PUBLISHED, COMPANY_SUSPENDED), so that the access ends with the last vehicle.
  if (branchStatus === "archived" && letsVehiclesOut) return undefined;
  return checkOrganisationStatus({ organisation: "BRANCH", status: branchStatus, isCorrecting });
}

/**
 * Selects the branch an admin switches to from a closed one: a published branch of the company, else a rejected one to
 * correct. While the company is verified only a rejected one opens.
 */
export function selectOpenBranch<T extends { status: string }>({
  role,
  accessError,
  branches,
}: {
  role: Role;
  accessError: ErrorCode | null;
  /** Branches of the company, oldest first. */
  branches: readonly T[];
}): T | undefined {
  const isBranchClosed = accessError === "BRANCH_ARCHIVED" || accessError === "BRANCH_DRAFT";
  if (!can({ role }, "branch.switch") || !(isBranchClosed || accessError === "COMPANY_DRAFT")) return undefined;
  const published = isBranchClosed ? branches.find(({ status }) => status === "published") : undefined;
  return published ?? branches.find(({ status }) => status === "rejected");
}

/** §6: partners at the customer login, and customers at the partner login, must log out first. */
export function checkLoginSide({ role, page }: { role: Role; page: "partner" | "customer" }): ErrorCode | undefined {
  if (page === "partner") return isCustomer({ role }) ? "CUSTOMER_LOGGED_IN" : undefined;
  if (roles[role].scope === "company") return "ADMIN_LOGGED_IN";
  return isPartner({ role }) ? "PARTNER_LOGGED_IN" : undefined;
}
