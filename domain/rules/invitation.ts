// §6: who may make an account for somebody, and look after it: admins everybody of their company, managers staff and employees of their branch.
import type { Role, Who } from "#domain/roles.ts";

const below: { readonly [role in Role]?: readonly Role[] } = {
  platform: ["platform", "verifier", "admin", "manager", "staff", "approver", "employee", "customer"],
  admin: ["admin", "manager", "staff", "approver", "employee"],
  manager: ["staff", "employee"],
};

/** Whether this person may invite somebody into a role, at a company and branch. */
export function mayInvite({
  who,
  role,
  company,
  branch,
}: {
  who: Who;
  role: Role;
  company: number | null;
  branch: number | null;
}): boolean {
  if (!below[who.role]?.includes(role)) return false;
  if (who.role === "platform") return true;
  if (who.company === null || company !== who.company) return false;
  return who.role === "admin" || (branch !== null && branch === who.branch);
}

/** Whether people of this role are this person's to look after. */
export function mayLookAfter({ who, role }: { who: Pick<Who, "role">; role: Role }): boolean {
  return below[who.role]?.includes(role) ?? false;
}

/** Whether an admin may help somebody of this role and company back into their account. */
export function mayManage({ who, role, company }: { who: Who; role: Role; company: number | null }): boolean {
  if (who.role === "platform") return true;
  return who.role === "admin" && who.company !== null && company === who.company && below.admin!.includes(role);
}

/** §7: the roles a static token may have. An admin's rights reach over all branches, so a token never has them. */
export const tokenRoles = ["manager", "staff", "approver"] as const satisfies readonly Role[];

/** 'ravi.kumar@example.com' → 'Ravi Kumar', until the person says how they are called. */
export function nameFromEmail(email: string): string {
  const words = (email.split("@", 1)[0] ?? "").split(/[^\p{L}]+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(" ");
  return name.length < 3 ? "New colleague" : name.slice(0, 50);
}
