// §6: roles, the actor of a request, and the on-duty check.
import type { TokenScope } from "#domain/integrations/token-areas.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { getKeys } from "#domain/object-keys.ts";

interface RoleDeclaration {
  id: string;
  name: string;
  /** Whose rows the role works with; partner roles have the scope of a company or a branch. */
  scope: "platform" | "company" | "branch" | "customer" | "public";
  /** §6: `required` roles work only while active and present, `exempt` ones at any time, others have no attendance. */
  duty: "required" | "exempt" | "none";
  /** List of a branch's people that shows users of the role (domain/people/people.ts); others are in none. */
  list?: "users" | "staff" | "employees";
}

/** Each role has a row in `roles` with this fixed id; the id of the customer role is the constant of §6. */
const declarations = {
  platform: {
    id: "c4aa0000-0000-4000-8000-000000000001",
    name: "Platform administrator",
    scope: "platform",
    duty: "exempt",
  },
  verifier: {
    id: "c4aa0000-0000-4000-8000-000000000002",
    name: "Platform verifier",
    scope: "platform",
    duty: "none",
  },
  admin: { id: "c4aa0000-0000-4000-8000-000000000003", name: "Admin", scope: "company", duty: "exempt", list: "users" },
  manager: {
    id: "c4aa0000-0000-4000-8000-000000000004",
    name: "Manager",
    scope: "branch",
    duty: "required",
    list: "users",
  },
  staff: {
    id: "c4aa0000-0000-4000-8000-000000000005",
    name: "Staff",
    scope: "branch",
    duty: "required",
    list: "staff",
  },
  approver: {
    id: "c4aa0000-0000-4000-8000-000000000006",
    name: "Approver",
    scope: "branch",
    duty: "none",
    list: "users",
  },
  employee: {
    id: "c4aa0000-0000-4000-8000-000000000007",
    name: "Employee",
    scope: "branch",
    duty: "none",
    list: "employees",
  },
  customer: { id: "c4aa0000-0000-4000-8000-000000000008", name: "Customer", scope: "customer", duty: "none" },
  public: { id: "c4aa0000-0000-4000-8000-000000000009", name: "Public", scope: "public", duty: "none" },
} as const satisfies { [role: string]: RoleDeclaration };

export type Role = keyof typeof declarations;
export const roles: { readonly [role in Role]: RoleDeclaration } = declarations;
export const roleNames = getKeys(roles);

/** Roles of users with an account. */
export const accountRoles = roleNames.filter((role) => roles[role].scope !== "public");

/** Partners log in at /partner-with-us and work for a company or one of its branches. */
export function isPartner({ role }: Pick<Actor, "role">): boolean {
  return roles[role].scope === "company" || roles[role].scope === "branch";
}

export const partnerRoles = roleNames.filter((role) => isPartner({ role }));

/** Customers log in at their own pages. */
export function isCustomer({ role }: Pick<Actor, "role">): boolean {
  return roles[role].scope === "customer";
}

/** Users of the platform work with the rows of all companies. */
export function isPlatform({ role }: Pick<Actor, "role">): boolean {
  return roles[role].scope === "platform";
}

/** Capabilities granted (true) to or revoked (false) from a role at a branch (capability-exceptions.ts). */
export type CapabilityExceptions = { readonly [capability: string]: boolean };

/** The actor of a request, from the session and the current user row. */
export interface Actor {
  id: string | null;
  role: Role;
  name: string | null;
  /** The verified phone number of the user; access by phone number uses this one only. */
  phone: string | null;
  company: number | null;
  branch: number | null;
  /** §6: `status` active and `in_out_flag` true; admins skip both. */
  isActive: boolean;
  isPresent: boolean;
  /** Exceptions of the actor's branch from the capabilities of the role. */
  exceptions?: CapabilityExceptions | undefined;
  /** The registration is under review: writes are limited to domain/access/set-up-writes.ts. */
  isSettingUp?: boolean;
  /** Reads a branch as the platform's support and writes nothing (domain/access/support-access.ts). */
  isSupport?: boolean;
  /** Services to which staff are limited; undefined means all (domain/people/staff-service.ts). */
  services?: readonly ServiceName[] | undefined;
  /** What the token of an integration is limited to; undefined means all that its role may do. */
  scope?: TokenScope | undefined;
}

export const anonymous: Actor = {
  id: null,
  role: "public",
  name: null,
  phone: null,
  company: null,
  branch: null,
  isActive: false,
  isPresent: false,
};

/** Returns the role with this id; `public` if the id is unknown. */
export function findRole(roleId: string | null): Role {
  return roleNames.find((name) => roles[name].id === roleId) ?? "public";
}

/** True if a row of this company and branch is in the scope of the actor's role; false for customers and the public. */
export function isInScope({
  actor,
  company,
  branch,
}: {
  actor: Pick<Actor, "role" | "company" | "branch">;
  company: number | null;
  branch: number | null;
}): boolean {
  const { scope } = roles[actor.role];
  if (scope === "company") return actor.company !== null && actor.company === company;
  if (scope === "branch") return actor.branch !== null && actor.branch === branch;
  return scope === "platform";
}

/** True for roles whose users go on and off duty. */
export function hasAttendance({ role }: Pick<Actor, "role">): boolean {
  return roles[role].duty === "required";
}

/** §6: admins skip attendance and status checks; staff and managers must be active and present. */
export function isOnDuty(actor: Pick<Actor, "role" | "isActive" | "isPresent">): boolean {
  if (roles[actor.role].duty === "exempt") return true;
  return actor.isActive && actor.isPresent && hasAttendance(actor);
}
