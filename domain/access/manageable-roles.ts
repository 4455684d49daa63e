// Which roles manage users of which.
import type { CapabilityExceptions, Role } from "#domain/access/roles.ts";

/** Roles of the users whom a role invites, changes and suspends. */
const manageableRoles: { readonly [role in Role]?: readonly Role[] } = {
  platform: ["platform", "verifier", "admin", "manager", "staff", "approver", "employee", "customer"],
  admin: ["admin", "manager", "staff", "approver", "employee"],
  manager: ["staff", "employee"],
};

/** True if the actor manages users of this role; the branch can revoke it with `people.manage`. */
export function canManageRole({
  actor,
  role,
}: {
  actor: { role: Role; exceptions?: CapabilityExceptions | undefined };
  role: Role;
}): boolean {
  if (actor.exceptions?.["people.manage"] === false) return false;
  return manageableRoles[actor.role]?.includes(role) ?? false;
}
