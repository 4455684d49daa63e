// §6: roles, the actor of a request, and the on-duty check.

/** Each role has a row in `roles` with this fixed id; the id of the customer role is the constant of §6. */
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

/** §6: admins skip attendance and status checks; staff and managers must be active and present. */
export function isOnDuty(actor: Pick<Actor, "role" | "isActive" | "isPresent">): boolean {
  if (actor.role === "admin" || actor.role === "platform") return true;
  return actor.isActive && actor.isPresent && (actor.role === "manager" || actor.role === "staff");
}
