// §6: who can invite and manage users: admins all users of their company, managers staff and employees of their branch.
import type { Role, Actor } from "#domain/access/roles.ts";

const manageableRoles: { readonly [role in Role]?: readonly Role[] } = {
  platform: ["platform", "verifier", "admin", "manager", "staff", "approver", "employee", "customer"],
  admin: ["admin", "manager", "staff", "approver", "employee"],
  manager: ["staff", "employee"],
};

/** True if the actor may invite a user with this role, company and branch. */
export function canInvite({
  actor,
  role,
  company,
  branch,
}: {
  actor: Actor;
  role: Role;
  company: number | null;
  branch: number | null;
}): boolean {
  if (!manageableRoles[actor.role]?.includes(role)) return false;
  if (actor.role === "platform") return true;
  if (actor.company === null || company !== actor.company) return false;
  return actor.role === "admin" || (branch !== null && branch === actor.branch);
}

/** True if the actor manages users of this role. */
export function canManageRole({ actor, role }: { actor: Pick<Actor, "role">; role: Role }): boolean {
  return manageableRoles[actor.role]?.includes(role) ?? false;
}

/** True if the actor may recover the account of a user with this role and company. */
export function canManageUser({ actor, role, company }: { actor: Actor; role: Role; company: number | null }): boolean {
  if (actor.role === "platform") return true;
  return (
    actor.role === "admin" &&
    actor.company !== null &&
    company === actor.company &&
    manageableRoles.admin!.includes(role)
  );
}

/** §7: roles of static tokens. Admin is excluded, since its permissions cover all branches. */
export const tokenRoles = ["manager", "staff", "approver"] as const satisfies readonly Role[];

/** 'ravi.kumar@example.com' → 'Ravi Kumar', the default until the user enters a name. */
export function deriveNameFromEmail(email: string): string {
  const nameParts = (email.split("@", 1)[0] ?? "").split(/[^\p{L}]+/u).filter(Boolean);
  const name = nameParts.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(" ");
  return name.length < 3 ? "New colleague" : name.slice(0, 50);
}
