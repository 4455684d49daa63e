// §6: who can invite and manage users: admins all users of their company, managers staff and employees of their branch.
import { can } from "#domain/access/capabilities.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import { isInScope, type Role, type Actor } from "#domain/access/roles.ts";

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
  if (!canManageRole({ actor, role })) return false;
  if (can(actor, "platform.administer")) return true;
  return company !== null && company === actor.company && isInScope({ actor, company, branch });
}

/** True if the actor may recover the account of a user with this role and company. */
export function canManageUser({ actor, role, company }: { actor: Actor; role: Role; company: number | null }): boolean {
  return can(actor, "account.recover") && canManageRole({ actor, role }) && isInScope({ actor, company, branch: null });
}

/** §7: roles of static tokens. Admin is excluded, since its permissions cover all branches. */
export const tokenRoles = ["manager", "staff", "approver"] as const satisfies readonly Role[];
export const defaultTokenRole: (typeof tokenRoles)[number] = "staff";

/** 'ravi.kumar@example.com' → 'Ravi Kumar', the default until the user enters a name. */
export function deriveNameFromEmail(email: string): string {
  const nameParts = (email.split("@", 1)[0] ?? "").split(/[^\p{L}]+/u).filter(Boolean);
  const name = nameParts.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(" ");
  return name.length < 3 ? "New colleague" : name.slice(0, 50);
}
