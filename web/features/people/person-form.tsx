// Form of a person: personal details, role, PIN and services of staff, and vehicles.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { can } from "#domain/access/capabilities.ts";
import { isGovernmentCompany } from "#domain/branches/entity-type.ts";
import type { Field, Fields } from "#domain/schema/collection.ts";
import { boolean, choice, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { getKindOfRole, type PeopleKind, personTextFields, getRolesOfKind } from "#domain/people/people.ts";
import { employmentFields, personFields } from "#domain/people/user-fields.ts";
import { type Role, findRole, partnerRoles, roles } from "#domain/access/roles.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Form, type FormValues, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { UncountedCashNotice } from "#web/features/people/uncounted-cash.tsx";
import { type Person, serviceLabels } from "#web/features/people/api.ts";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

type PersonFormValues = { [name: string]: string | boolean | null };
/** Request body of a new or changed person. */
export type SubmittedPerson = { [field: string]: unknown };

const getVehicleFieldName = (index: number): string => `vehicle_${index + 1}`;

interface PersonFieldsOptions {
  /** Of the chosen role. */
  kind: PeopleKind;
  isNew: boolean;
  /** A person who becomes staff has none to keep. */
  needsPin: boolean;
  vehicles: number;
}

function getPersonFields({ kind, isNew, needsPin, vehicles }: PersonFieldsOptions): Fields {
  const numbers = Array.from({ length: vehicles }, (_, index): [string, Field] => [
    getVehicleFieldName(index),
    { ...registeredVehicle, required: false, label: `Vehicle ${index + 1}` },
  ]);
  return {
    first_name: personFields.first_name,
    last_name: personFields.last_name,
    ...(isNew ? { email: { ...personFields.email, required: kind !== "staff" } } : {}),
    contact_number: personFields.contact_number,
    role: choice(partnerRoles, { required: true, label: "Role" }),
    employee_id: employmentFields.employee_id,
    department: employmentFields.department,
    designation: employmentFields.designation,
    default_branch: text({ label: "Branch" }),
    ...(kind === "staff" ? { pin_number: { ...employmentFields.pin_number, required: needsPin } } : {}),
    ...Object.fromEntries(serviceNames.map((name) => [name, boolean({ label: serviceLabels[name] })])),
    user_vehicle_type: { ...personFields.user_vehicle_type, label: "Vehicles" },
    ...Object.fromEntries(numbers),
  };
}

function getInitialValues({
  kind,
  person,
  role,
}: {
  kind: PeopleKind;
  person: Person | undefined;
  role: Role;
}): FormValues {
  if (!person) return { role, user_vehicle_type: "single" };
  const vehicles = person.user_vehicles ?? [];
  return {
    ...Object.fromEntries(personTextFields.map((name) => [name, person[name] ?? ""])),
    role: getKindOfRole(findRole(person.role)) ? findRole(person.role) : (getRolesOfKind(kind)[0] ?? role),
    default_branch: String(person.default_branch ?? ""),
    ...Object.fromEntries(serviceNames.map((name) => [name, person.staff_service_type?.includes(name) ?? false])),
    user_vehicle_type: vehicles.length > 1 ? "multiple" : "single",
    ...Object.fromEntries(vehicles.map(({ vehicleNo }, index) => [getVehicleFieldName(index), vehicleNo])),
  };
}

/** Converts form values to a request body; fields that do not apply to this kind are omitted. */
function toSubmittedPerson({ kind, values }: { kind: PeopleKind; values: PersonFormValues }): SubmittedPerson {
  const { user_vehicle_type: type } = values;
  const numbers = Object.keys(values)
    .filter((name) => name.startsWith("vehicle_"))
    .flatMap((name) => (typeof values[name] === "string" ? values[name] : []));
  const vehicleNumbers = type === "multiple" ? numbers : numbers.slice(0, 1);
  return {
    ...Object.fromEntries(personTextFields.map((name) => [name, values[name] ?? null])),
    ...(values["email"] ? { email: values["email"] } : {}),
    role: values["role"],
    ...(values["default_branch"] ? { default_branch: Number(values["default_branch"]) } : {}),
    ...(kind === "staff" && values["pin_number"] ? { pin_number: values["pin_number"] } : {}),
    ...(kind === "staff" ? { staff_service_type: serviceNames.filter((name) => values[name] === true) } : {}),
    user_vehicles: vehicleNumbers.map((vehicleNo) => ({ vehicleNo })),
  };
}

/** Values that differ from the saved person. */
export function getChangedValues({ person, values }: { person: Person; values: SubmittedPerson }): SubmittedPerson {
  const before: SubmittedPerson = {
    ...Object.fromEntries(personTextFields.map((name) => [name, person[name]])),
    role: findRole(person.role),
    default_branch: person.default_branch,
    staff_service_type: person.staff_service_type ?? [],
    user_vehicles: (person.user_vehicles ?? []).map(({ vehicleNo }) => ({ vehicleNo })),
  };
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name === "role" && isKeyOf(roles, value) ? roles[value].id : value]),
  );
}

function describeLogIn({ email }: Person): string {
  return isPlaceholderEmail(email) ? "Logs in with the phone number or a card." : `Login email: ${email}`;
}

interface PersonFormProps {
  kind: PeopleKind;
  person?: Person;
  onSubmit: (values: SubmittedPerson) => Promise<void>;
}

export function PersonForm({ kind: listKind, person, onSubmit }: PersonFormProps) {
  const { company } = useBranch();
  const isNew = person === undefined;
  const [kind, setKind] = useState(listKind);
  const needsPin = isNew || listKind !== "staff";
  const [vehicles, setVehicles] = useState(Math.max(2, person?.user_vehicles?.length ?? 0));
  const defaultRole =
    listKind === "users" ? (isGovernmentCompany(company) ? "approver" : "manager") : getRolesOfKind(listKind)[0]!;
  return (
    <Form
      fields={getPersonFields({ kind, isNew, needsPin, vehicles })}
      initial={getInitialValues({ kind: listKind, person, role: defaultRole })}
      onSubmit={(values) => onSubmit(toSubmittedPerson({ kind, values }))}
    >
      <AskBeforeLeaving />
      <Stack gap="lg">
        <Grid minColumnWidth={240}>
          <FormField name="first_name" placeholder="Ravi" />
          <FormField name="last_name" />
          {isNew ? (
            <FormField
              name="email"
              placeholder="ravi@example.com"
              description={kind === "staff" ? "To log in with a password" : undefined}
            />
          ) : null}
          <FormField
            name="contact_number"
            placeholder="9840012345"
            description={isNew && kind === "staff" ? "To log in without an email" : undefined}
          />
        </Grid>
        {person && <Text c="dimmed">{describeLogIn(person)}</Text>}
        <Grid minColumnWidth={240}>
          <RoleField kind={listKind} isNew={isNew} onKindChosen={setKind} />
          {person && <BranchField />}
          <FormField name="designation" placeholder="Gate staff" />
          <FormField name="department" />
          <FormField name="employee_id" description="Up to 12 characters" help="employeeId" />
          {kind === "staff" && (
            <FormField
              name="pin_number"
              help="pin"
              description={
                needsPin ? "Four digits, unique at this branch" : "Four digits. Leave empty to keep the current PIN"
              }
              placeholder={needsPin ? undefined : "••••"}
            />
          )}
        </Grid>
        {person && <MovedPersonNotice person={person} />}
        {kind === "staff" && <ServiceFields />}
        <VehicleFields count={vehicles} onMore={() => setVehicles((count) => count + 1)} />
        <SubmitButton>{isNew ? "Send invitation" : "Save"}</SubmitButton>
      </Stack>
    </Form>
  );
}

interface RoleFieldProps {
  kind: PeopleKind;
  isNew: boolean;
  /** The fields of a form depend on the kind of the chosen role: only staff have a PIN and services. */
  onKindChosen: (kind: PeopleKind) => void;
}

/** Users have one of several roles; an admin may change a person's role later. */
function RoleField({ kind, isNew, onKindChosen }: RoleFieldProps) {
  const canAssign = can(useRequiredSession(), "people.assign");
  const { values } = useFormState();
  const chosenRole = partnerRoles.find((role) => role === values["role"]);
  const chosenKind = (chosenRole && getKindOfRole(chosenRole)) ?? kind;
  useEffect(() => onKindChosen(chosenKind), [chosenKind, onKindChosen]);
  const choices: readonly Role[] = isNew ? getRolesOfKind(kind) : canAssign ? partnerRoles : [];
  if (choices.length < 2) return null;
  return <FormField name="role" options={choices.map((role) => ({ value: role, label: roles[role].name }))} />;
}

/** An admin may move a person to another branch of the company. */
function BranchField() {
  const { company } = useBranch();
  const canAssign = can(useRequiredSession(), "people.assign");
  const { data: branches = [] } = useQuery({
    ...itemsQuery("Branch", {
      fields: ["id", "name"],
      filter: { company: { _eq: company.id } },
      sort: ["name"],
      limit: -1,
    }),
    enabled: canAssign,
  });
  if (!canAssign || branches.length < 2) return null;
  return (
    <FormField name="default_branch" options={branches.map(({ id, name }) => ({ value: String(id), label: name }))} />
  );
}

/** A person who is moved to another branch leaves the cash behind. */
function MovedPersonNotice({ person }: { person: Person }) {
  const { values } = useFormState();
  const isMoved = values["default_branch"] !== String(person.default_branch ?? "");
  return isMoved && <UncountedCashNotice person={person.id} name={person.first_name} />;
}

function ServiceFields() {
  const { branch } = useBranch();
  const offered = serviceNames.filter((name) => branch[name]);
  if (offered.length < 2) return null;
  return (
    <Stack component="fieldset" gap="2xs">
      <legend>
        <strong>Services</strong>
      </legend>
      <Text c="dimmed">If none is selected, the person works for all services.</Text>
      {offered.map((name) => (
        <FormField key={name} name={name} />
      ))}
    </Stack>
  );
}

function VehicleFields({ count, onMore }: { count: number; onMore: () => void }) {
  const { values } = useFormState();
  const isMultiple = values["user_vehicle_type"] === "multiple";
  const options = [
    { value: "single", label: "Single" },
    { value: "multiple", label: "Multiple" },
  ];
  return (
    <Stack gap="sm">
      <SegmentedRadio name="user_vehicle_type" label="Vehicles" options={options} />
      {Array.from({ length: isMultiple ? count : 1 }, (_, index) => (
        <FormField key={getVehicleFieldName(index)} name={getVehicleFieldName(index)} widget="plate" />
      ))}
      {isMultiple && count < limits.customerVehicles && (
        <Button variant="default" leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={onMore}>
          Add vehicle
        </Button>
      )}
    </Stack>
  );
}
