// Filters of the people lists, kept in the URL so that they can be shared and the back button restores them.
import type { Filter } from "#domain/schema/collection.ts";
import { type PeopleKind, getRolesOfKind } from "#domain/people/people.ts";
import { type Role, roles } from "#domain/access/roles.ts";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";

export const statusFilters = ["active", "invited", "suspended"] as const;
export type StatusFilter = (typeof statusFilters)[number];

export interface PeopleUrlState {
  search: string;
  status: StatusFilter | "";
  /** Only people on duty. */
  isPresent: boolean;
  role: Role | "";
  /** From 1. */
  page: number;
  /** Id of the person whose sheet is open; empty for none. */
  person: string;
  isImportOpen: boolean;
}

export function parsePeopleUrlState({
  parameters,
  kind,
}: {
  parameters: URLSearchParams;
  kind: PeopleKind;
}): PeopleUrlState {
  const page = parameters.get("page") ?? "";
  return {
    search: (parameters.get("search") ?? "").slice(0, 50),
    status: statusFilters.find((known) => known === parameters.get("status")) ?? "",
    isPresent: parameters.get("present") === "yes",
    role: getRolesOfKind(kind).find((known) => known === parameters.get("role")) ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    person: /^[0-9a-f-]{36}$/i.exec(parameters.get("person") ?? "")?.[0] ?? "",
    isImportOpen: parameters.get("view") === "import",
  };
}

/** Omits defaults. */
export function serializePeopleUrlState(urlState: PeopleUrlState): URLSearchParams {
  const { search, status, isPresent, role, page, person, isImportOpen } = urlState;
  return new URLSearchParams({
    ...(isImportOpen ? { view: "import" } : {}),
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(isPresent ? { present: "yes" } : {}),
    ...(role ? { role } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(person ? { person } : {}),
  });
}

/** URL state of the page. A change of filters resets the page and closes the person's sheet. */
export function usePeopleUrlState(kind: PeopleKind): [PeopleUrlState, (next: Partial<PeopleUrlState>) => void] {
  const [parameters, setParameters] = useUrlParameters();
  const change = (next: Partial<PeopleUrlState>): void =>
    setParameters(
      (current) => {
        const defaults = "person" in next ? {} : { page: 1, person: "" };
        return serializePeopleUrlState({ ...parsePeopleUrlState({ parameters: current, kind }), ...defaults, ...next });
      },
      { replace: "search" in next, preventScrollReset: true },
    );
  return [parsePeopleUrlState({ parameters, kind }), change];
}

export function toPeopleFilter({
  urlState,
  kind,
  branch,
}: {
  urlState: PeopleUrlState;
  kind: PeopleKind;
  branch: number;
}): Filter {
  const { search, status, isPresent, role } = urlState;
  const shownRoles = role ? [role] : getRolesOfKind(kind);
  const parts: Filter[] = [
    { default_branch: { _eq: branch } },
    { role: { _in: shownRoles.map((name) => roles[name].id) } },
    // Excludes the service accounts of API tokens.
    { integration: { _null: true } },
  ];
  if (status) parts.push({ status: { _eq: status } });
  if (isPresent) parts.push({ in_out_flag: { _eq: true } }, { status: { _eq: "active" } });
  if (search) {
    const searchedFields = ["first_name", "last_name", "email", "employee_id", "department", "designation"];
    const matches: Filter[] = searchedFields.map((field) => ({ [field]: { _icontains: search } }));
    parts.push({ _or: [...matches, { contact_number: { _starts_with: search } }] });
  }
  return { _and: parts };
}
