// §2 Access behaviour, §6: decides who may open a page. Pure functions, tested as a table.
import type { ErrorCode } from "#domain/errors.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import { isCustomer, isPartner, isPlatform } from "#domain/access/roles.ts";
import { type CustomerType, getCustomerTypes } from "#domain/accounts/customer-type.ts";
import { getCustomerLoginPath, getPartnerLoginPath } from "#domain/accounts/safe-redirect.ts";
import { getCorrectionPath } from "#domain/accounts/landing.ts";
import { isStaffOfService, type ServiceName, serviceNames } from "#domain/branches/services.ts";
import type { Session } from "#web/api/session.ts";

export interface RouteGuardRule {
  audience: "anyone" | "customer" | "partner" | "platform";
  /** The customer types whose pages these are (§2); without it, those of all. */
  customerTypes?: readonly CustomerType[];
  /** Capability that the user must have. */
  can?: Capability;
  /** Company and branch must both be published. */
  isPublished?: boolean;
  service?: ServiceName;
  /** At least one service must be enabled. */
  needsService?: boolean;
}

export type GuardDecision =
  | { kind: "open" }
  | { kind: "redirect"; to: string }
  /** Shows the access-denied view without changing the URL; `code` is the reason if it is not the role. */
  | { kind: "denied"; code?: ErrorCode };

/** The groups of §2, in its order. */
export const routeGuards = {
  anyone: { audience: "anyone" },
  customer: { audience: "customer" },
  commercialCustomer: { audience: "customer", customerTypes: ["commercial"] },
  admin: { audience: "partner", can: "registration.submit" },
  adminPublished: { audience: "partner", can: "company.configure", isPublished: true },
  adminOrManager: { audience: "partner", can: "branch.configure", isPublished: true },
  offers: { audience: "partner", can: "offer.manage", isPublished: true, needsService: true },
  staff: { audience: "partner", isPublished: true },
  parking: { audience: "partner", isPublished: true, service: "is_parking" },
  /** Addition to §2: roles that decide requests (domain/approvals/approval.ts). */
  approver: { audience: "partner", can: "request.decide", isPublished: true, service: "is_parking" },
  /** Addition to §2: platform roles that publish vendors (reading.md §1). */
  platform: { audience: "platform" },
  valet: { audience: "partner", can: "valet.read", isPublished: true, service: "is_valet_and_parking" },
  preBooking: { audience: "partner", can: "booking.read", isPublished: true, service: "is_pre_booking" },
} as const satisfies { [group: string]: RouteGuardRule };

/** Guard of a branch's pages that require a capability. */
export function requireCapability(capability: Capability): RouteGuardRule {
  return { audience: "partner", can: capability, isPublished: true };
}

interface GuardRequest {
  guard: RouteGuardRule;
  /** Null if logged out. */
  session: Session | null;
  /** Requested path with query. */
  address: string;
  /** `:company` and `:branch` of the path, if present. */
  slugs?: { company?: string | undefined; branch?: string | undefined };
}

const allowed: GuardDecision = { kind: "open" };

export function evaluateGuard({ guard, session, address, slugs = {} }: GuardRequest): GuardDecision {
  if (guard.audience === "anyone") return allowed;
  if (!session)
    return {
      kind: "redirect",
      to:
        guard.audience === "customer"
          ? getCustomerLoginPath(address)
          : getPartnerLoginPath(address, { isOfBranch: slugs.branch !== undefined }),
    };
  if (!isAdmitted(guard, session)) return { kind: "denied" };
  if (guard.audience === "customer") return checkCustomerType({ guard, session, address });
  return redirectToOwnBranch({ session, address, slugs }) ?? findAccessError({ guard, session }) ?? allowed;
}

function isAdmitted({ audience, can: capability }: RouteGuardRule, session: Session): boolean {
  if (audience === "customer") return isCustomer(session);
  if (capability !== undefined && !can(session, capability)) return false;
  return audience === "platform" ? isPlatform(session) : isPartner(session);
}

/** A link of another customer type is redirected to the customer's own, which may not have the page. */
function checkCustomerType({
  guard,
  session,
  address,
}: Omit<GuardRequest, "slugs"> & { session: Session }): GuardDecision {
  const [, type, ...rest] = address.split("/");
  const own = getCustomerTypes(session.user);
  if (own.some((one) => one === type)) return allowed;
  const target = own.find((one) => guard.customerTypes?.includes(one) ?? true);
  return target
    ? { kind: "redirect", to: `/${target}/${rest.join("/")}` }
    : { kind: "denied", code: "USER_INVALID_ENTITY" };
}

/** A link of another branch is redirected to the user's own branch (reading.md §2). */
function redirectToOwnBranch({
  session,
  address,
  slugs,
}: Required<Pick<GuardRequest, "address" | "slugs">> & { session: Session }): GuardDecision | undefined {
  if (slugs.company === undefined || slugs.branch === undefined) return undefined;
  const { company, branch } = session;
  if (!company || !branch) return { kind: "denied", code: "INVALID_COMPANY_OR_BRANCH" };
  if (slugs.company === company.slug && slugs.branch === branch.slug) return undefined;
  const rest = address.split("/").slice(3).join("/");
  return { kind: "redirect", to: `/${company.slug}/${branch.slug}/${rest}` };
}

function findAccessError({ guard, session }: { guard: RouteGuardRule; session: Session }): GuardDecision | undefined {
  const { company, branch } = session;
  const isPublished = guard.isPublished && !session.isSettingUp && !session.support;
  // The admin who was setting the branch up when it was rejected would be told to wait.
  const isRejected = company?.status === "rejected" || branch?.status === "rejected";
  if (isPublished && isRejected && company && branch && can(session, "registration.submit"))
    return { kind: "redirect", to: getCorrectionPath({ company: company.slug, branch: branch.slug }) };
  if (isPublished && company?.status !== "published") return { kind: "denied", code: "COMPANY_NOT_PUBLISHED" };
  // The server admits who lets the last vehicles of an archived branch out, and nobody else (domain/accounts/login-access.ts).
  const isClosing = branch?.status === "archived" && can(session, "gate.operate");
  if (isPublished && branch?.status !== "published" && !isClosing)
    return { kind: "denied", code: "BRANCH_NOT_PUBLISHED" };
  if (guard.service && !isStaffOfService({ staffServices: session.services, service: guard.service }))
    return { kind: "denied", code: "STAFF_NOT_OF_SERVICE" };
  const isOff = guard.needsService && !serviceNames.some((name) => branch?.[name]);
  if (isOff || (guard.service && !branch?.[guard.service])) return { kind: "denied", code: "SERVICE_NOT_ENABLED" };
  return undefined;
}
