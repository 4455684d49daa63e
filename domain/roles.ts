// §6: roles and the gates they pass.

/** Every role has a row in `roles` with this fixed id; the customer's is the constant §6 speaks of. */
export const roles = {
  platform: { id: "c4aa0000-0000-4000-8000-000000000001", name: "Platform administrator" },
  verifier: { id: "c4aa0000-0000-4000-8000-000000000002", name: "Platform verifier" },
  admin: { id: "c4aa0000-0000-4000-8000-000000000003", name: "Admin" },
  manager: { id: "c4aa0000-0000-4000-8000-000000000004", name: "Manager" },
  staff: { id: "c4aa0000-0000-4000-8000-000000000005", name: "Staff" },
  approver: { id: "c4aa0000-0000-4000-8000-000000000006", name: "Approver" },
  employee: { id: "c4aa0000-0000-4000-8000-000000000007", name: "Employee" },
  customer: { id: "c4aa0000-0000-4000-8000-000000000008", name: "Customer" },
  public: { id: "c4aa0000-0000-4000-8000-000000000009", name: "Public" },
} as const;

export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

/** Partner roles log in at /partner-with-us and work for a company's branch; customers log in at their own pages. */
export const partnerRoles = ["admin", "manager", "staff", "approver", "employee"] as const satisfies Role[];

/** Who is asking, as the session and its user row have it at this moment. */
export interface Who {
  id: string | null;
  role: Role;
  name: string | null;
  phone: string | null;
  company: number | null;
  branch: number | null;
  /** §6: `status` active and `in_out_flag` true; admins skip both. */
  isActive: boolean;
  isPresent: boolean;
}

export const nobody: Who = {
  id: null,
  role: "public",
  name: null,
  phone: null,
  company: null,
  branch: null,
  isActive: false,
  isPresent: false,
};

/** The role whose row has this id; an unknown id is nobody's role. */
export function roleOf(roleId: string | null): Role {
  return roleNames.find((name) => roles[name].id === roleId) ?? "public";
}

/** §6: admins skip attendance and status checks; staff and managers must be present to count as on duty. */
export function isOnDuty(who: Pick<Who, "role" | "isActive" | "isPresent">): boolean {
  if (who.role === "admin" || who.role === "platform") return true;
  return who.isActive && who.isPresent && (who.role === "manager" || who.role === "staff");
}
