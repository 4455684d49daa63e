// §2 §6: the user lists at /users/{menu}: their roles, paths and labels.
import { isGovernmentCompany } from "#domain/branches/entity-type.ts";
import { roleNames, roles, type Role } from "#domain/access/roles.ts";

/** Text fields of a user, editable by the user or a superior. */
export const personTextFields = [
  "first_name",
  "last_name",
  "contact_number",
  "department",
  "designation",
  "employee_id",
] as const;
/** Fields besides the name that a superior may set. */
export const personDetailFields = [
  "contact_number",
  "department",
  "designation",
  "employee_id",
  "pin_number",
  "staff_service_type",
  "user_vehicle_type",
  "user_vehicles",
] as const;

/** Fields accepted when a user is created. */
export const personCreateFields = ["first_name", "last_name", "email", ...personDetailFields] as const;

/** The three user lists of a branch. */
export const peopleKinds = ["users", "staff", "employees"] as const;
export type PeopleKind = (typeof peopleKinds)[number];

/** Roles of a list; the first one is the default for a new user. */
export function getRolesOfKind(kind: PeopleKind): readonly Role[] {
  return roleNames.filter((role) => roles[role].list === kind);
}

export function getKindOfRole(role: Role): PeopleKind | undefined {
  return roles[role].list;
}

/** Government companies call users "approvers" and staff "security personnel". */
export interface CompanyType {
  company_type: string;
}

/** Path segment of a list: `/users/{menu}`. */
export function getPeopleMenu({ kind, company }: { kind: PeopleKind; company: CompanyType }): string {
  if (kind === "users") return isGovernmentCompany(company) ? "approvers" : "users";
  if (kind === "staff") return isGovernmentCompany(company) ? "security-personal" : "staff";
  return "employees";
}

/** List of a menu segment, accepting the segments of both company types; undefined if unknown. */
export function findKindByMenu(menu: string): PeopleKind | undefined {
  if (menu === "users" || menu === "approvers" || menu === "approver") return "users";
  if (menu === "staff" || menu === "security-personal") return "staff";
  return menu === "employees" || menu === "employee" ? "employees" : undefined;
}

/** The first segment of `/{segment}/create` and `/{segment}/edit`. */
export function getPeoplePathSegment({ kind, company }: { kind: PeopleKind; company: CompanyType }): string {
  if (kind === "users") return isGovernmentCompany(company) ? "approver" : "users";
  return kind === "staff" ? getPeopleMenu({ kind, company }) : "employee";
}

/** Singular and plural labels of a list. */
export function getPeopleLabels({ kind, company }: { kind: PeopleKind; company: CompanyType }): {
  one: string;
  many: string;
} {
  const isGovernment = isGovernmentCompany(company);
  if (kind === "users") return isGovernment ? { one: "approver", many: "Approvers" } : { one: "user", many: "Users" };
  if (kind === "employees") return { one: "employee", many: "Employees" };
  return isGovernment
    ? { one: "security personnel", many: "Security personnel" }
    : { one: "staff member", many: "Staff" };
}
