// A person as the lists of people show them, and what is asked of the server about them.
import { IconBan, IconCheck, IconMail, IconPencil } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { csvFile } from "#domain/rules/csv.ts";
import { mayLookAfter } from "#domain/rules/invitation.ts";
import type { PeopleKind } from "#domain/rules/people.ts";
import { type Role, roleOf, roles } from "#domain/roles.ts";
import type { Service } from "#domain/services.ts";
import { request } from "#web/items/client.ts";
import { itemQuery, itemsQuery, pageQuery, readItems, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import type { Session } from "#web/items/session.ts";
import { type PeopleAddress, peopleFilter } from "#web/features/people/people-address.ts";

export interface PersonWire {
  id: string;
  first_name: string;
  last_name: string | null;
  email: string;
  contact_number: string | null;
  role: string;
  status: "draft" | "active" | "invited" | "suspended";
  in_out_flag: boolean;
  on_duty_since: string | null;
  department: string | null;
  designation: string | null;
  employee_id: string | null;
  /** Stars, where there is one. */
  pin_number: string | null;
  staff_service_type: Service[] | null;
  user_vehicles: { vehicleNo: string; type: number | null }[] | null;
  default_branch: number | null;
  last_access: string | null;
}

export const personFields = [
  "id",
  "first_name",
  "last_name",
  "email",
  "contact_number",
  "role",
  "status",
  "in_out_flag",
  "on_duty_since",
  "department",
  "designation",
  "employee_id",
  "pin_number",
  "staff_service_type",
  "user_vehicles",
  "default_branch",
  "last_access",
];

interface Asked {
  address: PeopleAddress;
  kind: PeopleKind;
  branch: number;
}
const byName = ["first_name", "id"];

export function peopleQuery({ address, kind, branch }: Asked) {
  const filter = peopleFilter({ address, kind, branch });
  return pageQuery<PersonWire>("users", { filter, fields: personFields, sort: byName, page: address.page });
}

export function personQuery(id: string) {
  return itemQuery<PersonWire>("users", id, { fields: personFields });
}

export interface AttendanceWire {
  id: number;
  is_present: boolean;
  date_created: string;
  user_created: { first_name: string } | null;
}
const changesShown = 10;

/** When somebody came and left, the newest first. */
export function attendanceQuery(person: string) {
  return itemsQuery<AttendanceWire>("attendance", {
    filter: { user: { _eq: person } },
    fields: ["id", "is_present", "date_created", "user_created.first_name"],
    sort: ["-id"],
    limit: changesShown,
  });
}

export function nameOf({ first_name: first, last_name: last }: Pick<PersonWire, "first_name" | "last_name">): string {
  return [first, last].filter(Boolean).join(" ");
}

export const statusShown: { readonly [status in PersonWire["status"]]: { label: string; colour: string; icon: Icon } } =
  {
    active: { label: "Active", colour: "green", icon: IconCheck },
    invited: { label: "Invited", colour: "amber", icon: IconMail },
    suspended: { label: "Suspended", colour: "red", icon: IconBan },
    draft: { label: "Draft", colour: "grey", icon: IconPencil },
  };

/** Shorter than a service's own name, for lists and files; an import of people knows them. */
export const serviceWords: { readonly [service in Service]: string } = {
  is_parking: "Parking",
  is_valet_and_parking: "Valet",
  is_pre_booking: "Pre-booking",
};

/** Staff and managers come on duty; others are never present or absent. */
export function keepsAttendance(role: Role): boolean {
  return role === "staff" || role === "manager";
}

/** Whether this person is mine to change, suspend and invite. */
export function mayChange({ session, person }: { session: Session; person: Pick<PersonWire, "id" | "role"> }): boolean {
  return person.id !== session.user.id && mayLookAfter({ who: session, role: roleOf(person.role) });
}

/** Whether I may mark this person present or absent: those I lead, and myself. */
export function mayMark({ session, id, role }: { session: Session; id: string; role: Role }): boolean {
  return keepsAttendance(role) && (id === session.user.id || mayLookAfter({ who: session, role }));
}

async function refresh(): Promise<void> {
  await Promise.all(
    ["users", "attendance"].map((name) => queryClient.invalidateQueries({ queryKey: ["items", name] })),
  );
}

export async function changePerson(id: string, changes: { [field: string]: unknown }): Promise<void> {
  await updateItem("users", id, changes);
  await refresh();
}

/** Sends the invitation once more; to another address where the first was wrong. */
export async function inviteAgain(id: string, changes: { email?: string } = {}): Promise<void> {
  await request(`/actions/people/${id}/invite`, { method: "POST", body: changes });
  if (changes.email !== undefined) await refresh();
}

/** Answers the new person's id. */
export async function createPerson(body: { [field: string]: unknown }): Promise<string> {
  const { data } = await request<{ data: { id: string } }>("/actions/people", { method: "POST", body });
  await refresh();
  return data.id;
}

const headings = [
  "Name",
  "Email",
  "Phone",
  "Employee ID",
  "Department",
  "Designation",
  "Role",
  "Services",
  "Vehicles",
  "Status",
  "On duty",
];

/** All that the list is narrowed to, as a file; its headings are those an import knows. */
export async function peopleFile({ address, kind, branch }: Asked): Promise<string> {
  const filter = peopleFilter({ address, kind, branch });
  const people = await readItems<PersonWire>("users", { filter, fields: personFields, sort: byName, limit: -1 });
  const lines = people.map((person) => [
    nameOf(person),
    person.email,
    person.contact_number ?? "",
    person.employee_id ?? "",
    person.department ?? "",
    person.designation ?? "",
    roles[roleOf(person.role)].name,
    (person.staff_service_type ?? []).map((service) => serviceWords[service]).join(", "),
    (person.user_vehicles ?? []).map(({ vehicleNo }) => vehicleNo).join("; "),
    statusShown[person.status].label,
    person.in_out_flag ? "yes" : "no",
  ]);
  return csvFile([headings, ...lines]);
}
