// §4 Login gating, §6: who may not work with us now, and why. Attendance gates the work itself, not the log-in, since one
// marks oneself present after logging in (docs/decisions/004-attendance.md).
import type { ErrorCode } from "#domain/errors.ts";
import { partnerRoles, type Role } from "#domain/roles.ts";

type Published = string | null;

const branchCodes: { [status: string]: ErrorCode } = { draft: "BRANCH_DRAFT", archived: "BRANCH_ARCHIVED", rejected: "BRANCH_REJECTED" };
const companyCodes: { [status: string]: ErrorCode } = { draft: "COMPANY_DRAFT", archived: "COMPANY_ARCHIVED", rejected: "COMPANY_REJECTED" };

/** The code of the refusal, or undefined. An admin without a company or branch is still registering one. */
export function loginGate({ role, status, branchStatus, companyStatus }: { role: Role; status: string; branchStatus: Published; companyStatus: Published }): ErrorCode | undefined {
  if (status === "invited" || status === "suspended") return "ACCOUNT_SUSPEND";
  if (status === "draft" && role !== "admin" && role !== "platform") {
    if (role === "staff") return "STAFF_IS_INACTIVE";
    return role === "manager" ? "MANAGER_IS_INACTIVE" : "ACCOUNT_SUSPEND";
  }
  if (!(partnerRoles as readonly Role[]).includes(role)) return undefined;
  return companyCodes[companyStatus ?? ""] ?? branchCodes[branchStatus ?? ""];
}
