// §2 Post-login landing: where a person's day begins.
import type { Role } from "#domain/roles.ts";
import type { Service } from "#domain/services.ts";

export type Services = { [service in Service]: boolean };

export interface Lander {
  role: Role;
  pendingCreationType: string | null;
  companySlug: string | null;
  branch: (Services & { slug: string }) | null;
  /** Whether the company or the branch was turned down: its admin begins with what is to be corrected. */
  isRejected?: boolean;
}

/** 'home' for two or more services, and for none: there a branch says what can be done about it. */
export function landingOf({ is_parking, is_valet_and_parking, is_pre_booking }: Services): string {
  const dashboards = [
    is_parking && "parking/dashboard",
    is_valet_and_parking && "valet-parking/dashboard",
    is_pre_booking && "pre-booking/dashboard",
  ].filter((dashboard) => dashboard !== false);
  return dashboards.length === 1 ? dashboards[0]! : "home";
}

/** Who answers requests begins with them; everybody else with what the branch runs. */
function firstPage({ role, branch }: { role: Role; branch: Services }): string {
  return role === "approver" && branch.is_parking ? "approvals" : landingOf(branch);
}

/** The path to open after login; undefined for a partner without a branch, who can only be told so (INVALID_COMPANY_OR_BRANCH). */
export function landingPath({
  role,
  pendingCreationType,
  companySlug,
  branch,
  isRejected = false,
}: Lander): string | undefined {
  if (role === "customer") return "/";
  if (role === "platform" || role === "verifier") return "/platform";
  if (companySlug !== null && branch && isRejected && role === "admin")
    return `/${companySlug}/${branch.slug}/application-correction`;
  if (companySlug !== null && branch) return `/${companySlug}/${branch.slug}/${firstPage({ role, branch })}`;
  if (role !== "admin") return undefined;
  if (pendingCreationType === "company" || pendingCreationType === "branch") return `/${pendingCreationType}-register`;
  return companySlug === null ? "/company-register" : "/branch-register";
}
