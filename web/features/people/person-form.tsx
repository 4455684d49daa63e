// The form of a person: who they are, what they work as, their PIN and services where they are staff, and their vehicles.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Fields } from "#domain/collection.ts";
import { boolean, choice, email, personName, phone, text, vehicleNumber } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { kindOfRole, type PeopleKind, personTexts, rolesOf, workFields } from "#domain/rules/people.ts";
import { type Role, roleOf, roles } from "#domain/roles.ts";
import { services } from "#domain/services.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { Choices } from "#web/ui/choices.tsx";
import { Form, type FormValues, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { type PersonWire, serviceWords } from "#web/features/people/people.ts";
import styles from "#web/features/people/people.module.css";

type Typed = { [name: string]: string | boolean | null };
/** What is sent of a person. */
export type PersonValues = { [field: string]: unknown };

const vehicleName = (at: number): string => `vehicle_${at + 1}`;
const all = ["admin", "manager", "staff", "approver", "employee"] as const satisfies Role[];

function fieldsFor({ kind, isNew, vehicles }: { kind: PeopleKind; isNew: boolean; vehicles: number }): Fields {
  const numbers = Array.from({ length: vehicles }, (_, at) => [
    vehicleName(at),
    vehicleNumber({ label: `Vehicle ${at + 1}` }),
  ]);
  return {
    first_name: personName({ required: true }),
    last_name: text({ max: limits.name }),
    ...(isNew ? { email: email({ required: true }) } : {}),
    contact_number: phone(),
    role: choice(all, { required: true, label: "Role" }),
    employee_id: workFields.employee_id,
    department: workFields.department,
    designation: workFields.designation,
    default_branch: text({ label: "Branch" }),
    ...(kind === "staff" ? { pin_number: { ...workFields.pin_number, required: isNew } } : {}),
    ...Object.fromEntries(services.map((name) => [name, boolean({ label: serviceWords[name] })])),
    user_vehicle_type: choice(["single", "multiple"], { label: "Vehicles" }),
    ...Object.fromEntries(numbers),
  } as Fields;
}

function initialOf({
  kind,
  person,
  role,
}: {
  kind: PeopleKind;
  person: PersonWire | undefined;
  role: Role;
}): FormValues {
  if (!person) return { role, user_vehicle_type: "single" };
  const vehicles = person.user_vehicles ?? [];
  return {
    ...Object.fromEntries(personTexts.map((name) => [name, person[name] ?? ""])),
    role: kindOfRole(roleOf(person.role)) ? roleOf(person.role) : (rolesOf(kind)[0] ?? role),
    default_branch: String(person.default_branch ?? ""),
    ...Object.fromEntries(services.map((name) => [name, person.staff_service_type?.includes(name) ?? false])),
    user_vehicle_type: vehicles.length > 1 ? "multiple" : "single",
    ...Object.fromEntries(vehicles.map(({ vehicleNo }, at) => [vehicleName(at), vehicleNo])),
  };
}

/** The typed values as the wire has them; what this kind of person does not have is left out. */
function valuesOf({ kind, typed }: { kind: PeopleKind; typed: Typed }): PersonValues {
  const { user_vehicle_type: type } = typed;
  const numbers = Object.keys(typed)
    .filter((name) => name.startsWith("vehicle_"))
    .flatMap((name) => (typeof typed[name] === "string" ? typed[name] : []));
  const owned = type === "multiple" ? numbers : numbers.slice(0, 1);
  return {
    ...Object.fromEntries(personTexts.map((name) => [name, typed[name] ?? null])),
    ...(typed["email"] ? { email: typed["email"] } : {}),
    role: typed["role"],
    ...(typed["default_branch"] ? { default_branch: Number(typed["default_branch"]) } : {}),
    ...(kind === "staff" && typed["pin_number"] ? { pin_number: typed["pin_number"] } : {}),
    ...(kind === "staff" ? { staff_service_type: services.filter((name) => typed[name] === true) } : {}),
    user_vehicles: owned.map((vehicleNo) => ({ vehicleNo })),
  };
}

/** What of a person's values is other than it was. */
export function changesOf({ person, values }: { person: PersonWire; values: PersonValues }): PersonValues {
  const before: PersonValues = {
    ...Object.fromEntries(personTexts.map((name) => [name, person[name]])),
    role: roleOf(person.role),
    default_branch: person.default_branch,
    staff_service_type: person.staff_service_type ?? [],
    user_vehicles: (person.user_vehicles ?? []).map(({ vehicleNo }) => ({ vehicleNo })),
  };
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, name === "role" ? roles[value as Role].id : value]));
}

interface PersonFormProps {
  kind: PeopleKind;
  person?: PersonWire;
  onSubmit: (values: PersonValues) => Promise<void>;
}

export function PersonForm({ kind, person, onSubmit }: PersonFormProps) {
  const { company } = useBranch();
  const isNew = person === undefined;
  const [vehicles, setVehicles] = useState(Math.max(2, person?.user_vehicles?.length ?? 0));
  const first = kind === "users" ? (company.company_type === "government" ? "approver" : "manager") : rolesOf(kind)[0]!;
  return (
    <Form
      fields={fieldsFor({ kind, isNew, vehicles })}
      initial={initialOf({ kind, person, role: first })}
      onSubmit={(typed) => onSubmit(valuesOf({ kind, typed }))}
    >
      <div className={styles["form"]}>
        <div className={styles["pair"]}>
          <FormField name="first_name" placeholder="Ravi Kumar" />
          <FormField name="last_name" />
          {isNew ? <FormField name="email" placeholder="ravi@example.com" /> : null}
          <FormField name="contact_number" placeholder="9840012345" />
        </div>
        {person && <p className={styles["soft"]}>Logs in with {person.email}.</p>}
        <div className={styles["pair"]}>
          <Roles kind={kind} isNew={isNew} />
          {!isNew && <Branches />}
          <FormField name="designation" placeholder="Gate staff" />
          <FormField name="department" />
          <FormField
            name="employee_id"
            description="As your company gives it, at most 12 characters"
            help="employeeId"
          />
          {kind === "staff" && (
            <FormField
              name="pin_number"
              help="pin"
              description={
                isNew ? "Four digits, of this branch alone" : "Four digits; leave it empty to keep the one there is"
              }
              placeholder={isNew ? undefined : "••••"}
            />
          )}
        </div>
        {kind === "staff" && <Services />}
        <Vehicles count={vehicles} onMore={() => setVehicles((known) => known + 1)} />
        <SubmitButton>{isNew ? "Send the invitation" : "Save"}</SubmitButton>
      </div>
    </Form>
  );
}

/** Users are of several roles; an admin may give others another one later. */
function Roles({ kind, isNew }: { kind: PeopleKind; isNew: boolean }) {
  const { role: own } = useKnownSession();
  const choices: readonly Role[] = isNew ? rolesOf(kind) : own === "admin" ? all : [];
  if (choices.length < 2) return null;
  return <FormField name="role" options={choices.map((role) => ({ value: role, label: roles[role].name }))} />;
}

/** An admin may move somebody to another branch of the company. */
function Branches() {
  const { company } = useBranch();
  const { role } = useKnownSession();
  const { data: branches = [] } = useQuery({
    ...itemsQuery<{ id: number; name: string }>("Branch", {
      fields: ["id", "name"],
      filter: { company: { _eq: company.id } },
      sort: ["name"],
      limit: -1,
    }),
    enabled: role === "admin",
  });
  if (role !== "admin" || branches.length < 2) return null;
  return (
    <FormField name="default_branch" options={branches.map(({ id, name }) => ({ value: String(id), label: name }))} />
  );
}

function Services() {
  const { branch } = useBranch();
  const offered = services.filter((name) => branch[name]);
  if (offered.length < 2) return null;
  return (
    <fieldset className={styles["services"]}>
      <legend>Works for</legend>
      <p className={styles["soft"]}>None chosen is every service.</p>
      {offered.map((name) => (
        <FormField key={name} name={name} />
      ))}
    </fieldset>
  );
}

function Vehicles({ count, onMore }: { count: number; onMore: () => void }) {
  const { values } = useFormState();
  const isMultiple = values["user_vehicle_type"] === "multiple";
  const options = [
    { value: "single", label: "One" },
    { value: "multiple", label: "Several" },
  ];
  return (
    <div className={styles["vehicles"]}>
      <Choices name="user_vehicle_type" label="Vehicles" options={options} />
      {Array.from({ length: isMultiple ? count : 1 }, (_, at) => (
        <FormField key={vehicleName(at)} name={vehicleName(at)} as="plate" />
      ))}
      {isMultiple && count < limits.customerVehicles && (
        <Button variant="default" leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={onMore}>
          Another vehicle
        </Button>
      )}
    </div>
  );
}
