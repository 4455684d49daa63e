// Wire format, queries, actions and permissions of the people pages.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconBan, IconCheck, IconMail, IconPencil } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { formatCsv } from "#domain/text/csv.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import type { PeopleKind } from "#domain/people/people.ts";
import { type Role, findRole, hasAttendance, roles } from "#domain/access/roles.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { call } from "#web/api/call.ts";
import { exportItems, itemQuery, itemsQuery, pageQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import type { Session } from "#web/api/session.ts";
import { omitFromSupport } from "#web/product/support/hidden-fields.ts";
import { type PeopleUrlState, toPeopleFilter } from "#web/features/people/people-url-state.ts";

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
  "card_issued_at",
] as const;
export type Person = WireRow<"users", typeof personFields>;

interface PeopleQueryOptions {
  urlState: PeopleUrlState;
  kind: PeopleKind;
  branch: number;
}
const nameSort = ["first_name", "id"];

const listShownFields = () => omitFromSupport(personFields, ["pin_number"]);

export function peopleQuery({ urlState, kind, branch }: PeopleQueryOptions) {
  const filter = toPeopleFilter({ urlState, kind, branch });
  return pageQuery("users", { filter, fields: listShownFields(), sort: nameSort, page: urlState.page });
}

export function personQuery(id: string) {
  return itemQuery("users", id, { fields: listShownFields() });
}

const maxAttendanceShown = 10;

/** Attendance changes of a person, newest first. */
export function attendanceQuery(person: string) {
  return itemsQuery("attendance", {
    filter: { user: { _eq: person } },
    fields: ["id", "is_present", "date_created", "user_created.first_name"],
    sort: ["-id"],
    limit: maxAttendanceShown,
  });
}

/** How a new person gets to the log-in. */
export const getInvitationText = (kind: PeopleKind): string =>
  kind === "staff"
    ? "They get an invitation by email and choose a password; without an email, by SMS."
    : "They get an invitation by email and choose a password.";

export function getFullName({ first_name: first, last_name: last }: Pick<Person, "first_name" | "last_name">): string {
  return [first, last].filter(Boolean).join(" ");
}

/** Empty for a person without an email. */
export function getRealEmail({ email }: Pick<Person, "email">): string {
  return isPlaceholderEmail(email) ? "" : email;
}

export const statusBadges: {
  readonly [status in Person["status"]]: { label: string; colour: string; icon: Icon };
} = {
  active: { label: "Active", colour: "green", icon: IconCheck },
  invited: { label: "Invited", colour: "amber", icon: IconMail },
  suspended: { label: "Suspended", colour: "red", icon: IconBan },
  draft: { label: "Draft", colour: "grey", icon: IconPencil },
};

/** Short service names for lists and files; the import accepts them. */
export const serviceLabels: { readonly [service in ServiceName]: string } = {
  is_parking: "Parking",
  is_valet_and_parking: "Valet",
  is_pre_booking: "Pre-booking",
};

/** Whether the session's user may edit, suspend and invite the person. */
export function canEditPerson({ session, person }: { session: Session; person: Pick<Person, "id" | "role"> }): boolean {
  return person.id !== session.user.id && canManageRole({ actor: session, role: findRole(person.role) });
}

/** Whether the session's user may mark attendance: their own, and that of roles they manage. */
export function canMarkAttendance({ session, id, role }: { session: Session; id: string; role: Role }): boolean {
  return hasAttendance({ role }) && (id === session.user.id || canManageRole({ actor: session, role }));
}

const refreshPeople = (): Promise<void> => refreshItems("users", "attendance");

export async function updatePerson(id: string, changes: { [field: string]: unknown }): Promise<void> {
  await updateItem("users", id, changes);
  await refreshPeople();
}

/** Resends the invitation, to a corrected address if `email` is set. */
export async function resendInvitation(id: string, changes: { email?: string } = {}): Promise<void> {
  await call({ route: "POST /actions/people/:person/invite", person: id, body: changes });
  if (changes.email !== undefined) await refreshPeople();
}

/** Sends the link that confirms the first email of active staff. Throws ApiError EMAIL_IN_USE. */
export async function giveEmail(id: string, email: string): Promise<void> {
  await call({ route: "POST /actions/people/:person/email", person: id, body: { email } });
}

/** Returns the id of the new person. */
export async function createPerson(body: { [field: string]: unknown }): Promise<string> {
  const { id } = await call({ route: "POST /actions/people", body });
  await refreshPeople();
  return id;
}

const exportHeadings = [
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

/** All people that match the filters, as CSV with the headings of the import. */
export async function exportPeople({ urlState, kind, branch }: PeopleQueryOptions): Promise<string> {
  const filter = toPeopleFilter({ urlState, kind, branch });
  const people = await exportItems("users", { filter, fields: personFields, sort: nameSort, limit: -1 });
  const lines = people.map((person) => [
    getFullName(person),
    getRealEmail(person),
    person.contact_number ?? "",
    person.employee_id ?? "",
    person.department ?? "",
    person.designation ?? "",
    roles[findRole(person.role)].name,
    (person.staff_service_type ?? []).map((service) => serviceLabels[service]).join(", "),
    (person.user_vehicles ?? []).map(({ vehicleNo }) => vehicleNo).join("; "),
    statusBadges[person.status].label,
    person.in_out_flag ? "yes" : "no",
  ]);
  return formatCsv([exportHeadings, ...lines]);
}
