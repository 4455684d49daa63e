// §2 §6: the lists of people at /users/{menu}: whom each shows, and the addresses at which one of them is made and changed.
import { otp, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import type { Role } from "#domain/roles.ts";

/** What a person is where they work. */
export const workFields = {
  department: text({ max: 50 }),
  designation: text({ max: 50 }),
  employee_id: text({ label: "Employee ID", max: limits.employeeId }),
  pin_number: otp({ label: "PIN", message: "*Invalid PIN" }),
};
/** What is written of a person in words, by them or by who leads them. */
export const personTexts = [
  "first_name",
  "last_name",
  "contact_number",
  "department",
  "designation",
  "employee_id",
] as const;
/** What of a person's row, beside the name, who leads them sets. */
export const personDetails = [
  "contact_number",
  "department",
  "designation",
  "employee_id",
  "pin_number",
  "staff_service_type",
  "user_vehicle_type",
  "user_vehicles",
] as const;

/** The three kinds of people a branch has. */
export const peopleKinds = ["users", "staff", "employees"] as const;
export type PeopleKind = (typeof peopleKinds)[number];

/** Whom each list shows, and the role a new one gets if nothing else is said. */
const rolesOfKind: { readonly [kind in PeopleKind]: readonly Role[] } = {
  users: ["admin", "manager", "approver"],
  staff: ["staff"],
  employees: ["employee"],
};

export function rolesOf(kind: PeopleKind): readonly Role[] {
  return rolesOfKind[kind];
}

export function kindOfRole(role: Role): PeopleKind | undefined {
  return peopleKinds.find((kind) => rolesOfKind[kind].includes(role));
}

/** Companies of the government have approvers and security personnel, where others have users and staff. */
export interface Company {
  company_type: string;
}
const isGovernment = ({ company_type: type }: Company): boolean => type === "government";

/** The list's own segment: `/users/{menu}`. */
export function menuOf({ kind, company }: { kind: PeopleKind; company: Company }): string {
  if (kind === "users") return isGovernment(company) ? "approvers" : "users";
  if (kind === "staff") return isGovernment(company) ? "security-personal" : "staff";
  return "employees";
}

/** What a menu shows; a menu of the other kind of company shows its counterpart. Undefined for one there is not. */
export function kindOfMenu(menu: string): PeopleKind | undefined {
  if (menu === "users" || menu === "approvers" || menu === "approver") return "users";
  if (menu === "staff" || menu === "security-personal") return "staff";
  return menu === "employees" || menu === "employee" ? "employees" : undefined;
}

/** The first segment of `/{segment}/create` and `/{segment}/edit`. */
export function segmentOf({ kind, company }: { kind: PeopleKind; company: Company }): string {
  if (kind === "users") return isGovernment(company) ? "approver" : "users";
  return kind === "staff" ? menuOf({ kind, company }) : "employee";
}

/** What the people of a list are called here, one of them and all of them. */
export function peopleWords({ kind, company }: { kind: PeopleKind; company: Company }): { one: string; many: string } {
  const isOffice = isGovernment(company);
  if (kind === "users") return isOffice ? { one: "approver", many: "Approvers" } : { one: "user", many: "Users" };
  if (kind === "employees") return { one: "employee", many: "Employees" };
  return isOffice ? { one: "security personnel", many: "Security personnel" } : { one: "staff member", many: "Staff" };
}
