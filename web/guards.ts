// §2 Access behaviour, §6: who may open a page. Pure, so that every case can be told in a table.
import type { ErrorCode } from "#domain/errors.ts";
import type { Role } from "#domain/roles.ts";
import { customerLogin, partnerLogin } from "#domain/rules/redirect-to.ts";
import type { Service } from "#domain/services.ts";
import type { Session } from "#web/items/session.ts";
import { answersRequests, isPartner } from "#web/items/session.ts";

export interface Guard {
  who: "anyone" | "customer" | "partner" | "admin" | "admin-or-manager" | "approver" | "platform";
  /** Company and branch must both be published. */
  isPublished?: boolean;
  service?: Service;
}

export type Decision =
  | { kind: "open" }
  | { kind: "redirect"; to: string }
  /** The address stays, the access-denied view stands in its place; the code says why where it is not the role. */
  | { kind: "denied"; code?: ErrorCode };

/** The groups of §2, in its order. */
export const guards = {
  anyone: { who: "anyone" },
  customer: { who: "customer" },
  admin: { who: "admin" },
  adminPublished: { who: "admin", isPublished: true },
  adminOrManager: { who: "admin-or-manager", isPublished: true },
  staff: { who: "partner", isPublished: true },
  parking: { who: "partner", isPublished: true, service: "is_parking" },
  /** Ours: those who answer requests (domain/rules/approval.ts). */
  approver: { who: "approver", isPublished: true, service: "is_parking" },
  /** Ours: those who publish vendors (reading.md §1). */
  platform: { who: "platform" },
  valet: { who: "partner", isPublished: true, service: "is_valet_and_parking" },
  preBooking: { who: "partner", isPublished: true, service: "is_pre_booking" },
} as const satisfies { [group: string]: Guard };

interface Asked {
  guard: Guard;
  /** Null for nobody. */
  session: Session | null;
  /** The path with its query, as it was opened. */
  address: string;
  /** `:company` and `:branch` of the address, where it has them. */
  slugs?: { company?: string | undefined; branch?: string | undefined };
}

const open: Decision = { kind: "open" };

export function decide({ guard, session, address, slugs = {} }: Asked): Decision {
  if (guard.who === "anyone") return open;
  if (!session)
    return { kind: "redirect", to: guard.who === "customer" ? customerLogin(address) : partnerLogin(address) };
  if (!hasRole(guard, session.role)) return { kind: "denied" };
  if (guard.who === "customer") return open;
  return wrongPlace({ session, address, slugs }) ?? closed({ guard, session }) ?? open;
}

function hasRole({ who }: Guard, role: Role): boolean {
  if (who === "customer") return role === "customer";
  if (who === "admin") return role === "admin";
  if (who === "admin-or-manager") return role === "admin" || role === "manager";
  if (who === "platform") return role === "platform" || role === "verifier";
  if (who === "approver") return answersRequests(role);
  return isPartner(role);
}

/** A link shared between branches opens on one's own (reading.md §2). */
function wrongPlace({
  session,
  address,
  slugs,
}: Required<Pick<Asked, "address" | "slugs">> & { session: Session }): Decision | undefined {
  if (slugs.company === undefined || slugs.branch === undefined) return undefined;
  const { company, branch } = session;
  if (!company || !branch) return { kind: "denied", code: "INVALID_COMPANY_OR_BRANCH" };
  if (slugs.company === company.slug && slugs.branch === branch.slug) return undefined;
  const rest = address.split("/").slice(3).join("/");
  return { kind: "redirect", to: `/${company.slug}/${branch.slug}/${rest}` };
}

function closed({ guard, session }: { guard: Guard; session: Session }): Decision | undefined {
  const { company, branch } = session;
  if (guard.isPublished && company?.status !== "published") return { kind: "denied", code: "COMPANY_NOT_PUBLISHED" };
  if (guard.isPublished && branch?.status !== "published") return { kind: "denied", code: "BRANCH_NOT_PUBLISHED" };
  if (guard.service && !branch?.[guard.service]) return { kind: "denied", code: "SERVICE_NOT_ENABLED" };
  return undefined;
}
