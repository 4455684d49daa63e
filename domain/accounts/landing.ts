// §2 Post-login landing: the first page of a user after login.
import { can, isApprover } from "#domain/access/capabilities.ts";
import { isCustomer, isPlatform, type Role } from "#domain/access/roles.ts";
import type { CustomerType } from "#domain/accounts/customer-type.ts";
import type { ServiceName } from "#domain/branches/services.ts";

export type EnabledServices = { [service in ServiceName]: boolean };

export interface LandingInput {
  role: Role;
  /** `{customerType}` of the customer's pages; commercial if absent. */
  customerType?: CustomerType;
  pendingCreationType: string | null;
  companySlug: string | null;
  branch: (EnabledServices & { slug: string }) | null;
  /** True if the company or branch was rejected: its admin lands on the corrections. */
  isRegistrationRejected?: boolean;
  /** True while the admin sets up a branch under review: its checklist is on the home page. */
  isSettingUp?: boolean | undefined;
}

/** 'home' for two or more services, and for none, since it explains how to enable one. */
export function getServiceLanding({ is_parking, is_valet_and_parking, is_pre_booking }: EnabledServices): string {
  const dashboards = [
    is_parking && "parking/dashboard",
    is_valet_and_parking && "valet-parking/dashboard",
    is_pre_booking && "pre-booking/dashboard",
  ].filter((dashboard) => dashboard !== false);
  return dashboards.length === 1 ? dashboards[0]! : "home";
}

/** Approvers start with the requests; other users with the services of the branch that they may read. */
function getFirstPage({ role, branch }: { role: Role; branch: EnabledServices }): string {
  if (isApprover({ role }) && branch.is_parking) return "approvals";
  const page = getServiceLanding(branch);
  return page === "valet-parking/dashboard" && !can({ role }, "valet.read") ? "home" : page;
}

/** Where the admin of a rejected registration corrects it. */
export const getCorrectionPath = ({ company, branch }: { company: string; branch: string }): string =>
  `/${company}/${branch}/application-correction`;

/** The path to open after login; undefined for a partner without a branch (INVALID_COMPANY_OR_BRANCH). */
export function getLandingPath({
  role,
  customerType = "commercial",
  pendingCreationType,
  companySlug,
  branch,
  isRegistrationRejected = false,
  isSettingUp = false,
}: LandingInput): string | undefined {
  if (isCustomer({ role })) return `/${customerType}/home`;
  if (isPlatform({ role })) return "/platform";
  const canRegister = can({ role }, "registration.submit");
  if (companySlug !== null && branch && isRegistrationRejected && canRegister)
    return getCorrectionPath({ company: companySlug, branch: branch.slug });
  if (companySlug !== null && branch)
    return `/${companySlug}/${branch.slug}/${isSettingUp ? "home" : getFirstPage({ role, branch })}`;
  if (!canRegister) return undefined;
  if (pendingCreationType === "company" || pendingCreationType === "branch") return `/${pendingCreationType}-register`;
  return companySlug === null ? "/company-register" : "/branch-register";
}
