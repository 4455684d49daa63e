// What a list of people shows stands in its address: it can be shared, and the back button returns to it.
import { useSearchParams } from "react-router";
import type { Filter } from "#domain/collection.ts";
import { type PeopleKind, rolesOf } from "#domain/rules/people.ts";
import { type Role, roles } from "#domain/roles.ts";

export const shownStatuses = ["active", "invited", "suspended"] as const;
export type ShownStatus = (typeof shownStatuses)[number];

export interface PeopleAddress {
  search: string;
  status: ShownStatus | "";
  /** Those on duty alone. */
  isPresent: boolean;
  role: Role | "";
  /** From 1. */
  page: number;
  /** Whose detail is open. */
  person: string;
  isImport: boolean;
}

export function readPeople({ parameters, kind }: { parameters: URLSearchParams; kind: PeopleKind }): PeopleAddress {
  const page = parameters.get("page") ?? "";
  return {
    search: (parameters.get("search") ?? "").slice(0, 50),
    status: shownStatuses.find((known) => known === parameters.get("status")) ?? "",
    isPresent: parameters.get("present") === "yes",
    role: rolesOf(kind).find((known) => known === parameters.get("role")) ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    person: /^[0-9a-f-]{36}$/i.exec(parameters.get("person") ?? "")?.[0] ?? "",
    isImport: parameters.get("view") === "import",
  };
}

/** What is as at first is left out. */
export function writePeople(address: PeopleAddress): URLSearchParams {
  const { search, status, isPresent, role, page, person, isImport } = address;
  return new URLSearchParams({
    ...(isImport ? { view: "import" } : {}),
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(isPresent ? { present: "yes" } : {}),
    ...(role ? { role } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(person ? { person } : {}),
  });
}

/** Another choice begins at its first page, with nobody open. */
export function usePeopleAddress(kind: PeopleKind): [PeopleAddress, (next: Partial<PeopleAddress>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (next: Partial<PeopleAddress>): void =>
    setParameters(
      (known) => {
        const first = "person" in next ? {} : { page: 1, person: "" };
        return writePeople({ ...readPeople({ parameters: known, kind }), ...first, ...next });
      },
      { replace: "search" in next, preventScrollReset: true },
    );
  return [readPeople({ parameters, kind }), change];
}

export function peopleFilter({
  address,
  kind,
  branch,
}: {
  address: PeopleAddress;
  kind: PeopleKind;
  branch: number;
}): Filter {
  const { search, status, isPresent, role } = address;
  const shown = role ? [role] : rolesOf(kind);
  const parts: Filter[] = [
    { default_branch: { _eq: branch } },
    { role: { _in: shown.map((name) => roles[name].id) } },
    // What static tokens act as is nobody.
    { integration: { _null: true } },
  ];
  if (status) parts.push({ status: { _eq: status } });
  if (isPresent) parts.push({ in_out_flag: { _eq: true } }, { status: { _eq: "active" } });
  if (search) {
    const anywhere = ["first_name", "last_name", "email", "employee_id", "department", "designation"];
    const found: Filter[] = anywhere.map((field) => ({ [field]: { _icontains: search } }));
    parts.push({ _or: [...found, { contact_number: { _starts_with: search } }] });
  }
  return { _and: parts };
}
