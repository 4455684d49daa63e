// §3 §5: import of staff or employees from a file: headings and validation of rows. See docs/rules/people.md.
import { getKeys } from "#domain/object-keys.ts";
import { errorCatalogue } from "#domain/errors.ts";
import { normalisePhoneNumber, text } from "#domain/schema/fields.ts";
import {
  type ImportColumn,
  type ImportedRow,
  type ImportHeadings,
  normaliseHeading,
  parseHeadings,
  parseRow,
} from "#domain/schema/list-import.ts";
import { canLackEmail, isMobileNumber, mobileRequired } from "#domain/people/phone-log-in.ts";
import { parseVehicles } from "#domain/people/user-vehicles.ts";
import { employmentFields, personFields } from "#domain/people/user-fields.ts";
import type { ServiceName } from "#domain/branches/services.ts";

export const importedRoles = ["staff", "employee"] as const;
export type ImportedRole = (typeof importedRoles)[number];

interface PeopleColumn extends ImportColumn {
  /** The only role the column applies to. */
  onlyForRole?: ImportedRole;
}

/** Columns of a file by the field they set. */
export const peopleColumns = {
  first_name: {
    heading: "Name",
    aliases: ["Full name", "First name"],
    field: personFields.first_name,
    example: "Ravi Kumar",
  },
  last_name: {
    heading: "Last name",
    aliases: ["Surname", "Family name"],
    field: personFields.last_name,
    example: "",
  },
  email: {
    heading: "Email",
    aliases: ["E-mail", "Mail", "Email address"],
    field: personFields.email,
    example: "ravi.kumar@example.com",
  },
  contact_number: {
    heading: "Phone",
    aliases: ["Phone number", "Mobile", "Mobile number", "Contact number"],
    // Files have numbers as people write them.
    field: { ...personFields.contact_number, normalise: normalisePhoneNumber },
    example: "9840012345",
  },
  employee_id: {
    heading: "Employee ID",
    aliases: ["Employee no", "ID", "Emp ID", "Emp No", "Employee code", "Emp code"],
    field: employmentFields.employee_id,
    example: "E-1042",
  },
  department: {
    heading: "Department",
    aliases: ["Dept"],
    field: employmentFields.department,
    example: "Revenue",
  },
  designation: {
    heading: "Designation",
    aliases: ["Title"],
    field: employmentFields.designation,
    example: "Gate staff",
  },
  pin_number: {
    heading: "PIN",
    aliases: ["Staff PIN"],
    field: { ...employmentFields.pin_number, required: true },
    example: "4821",
    onlyForRole: "staff",
  },
  staff_service_type: {
    heading: "Services",
    aliases: ["Service"],
    field: text({ label: "Services" }),
    example: "Parking, Valet",
    parse: parseServices,
    invalid: "*Services are Parking, Valet or Pre-booking",
    onlyForRole: "staff",
  },
  user_vehicles: {
    heading: "Vehicles",
    aliases: ["Vehicle", "Vehicle number", "Vehicle numbers"],
    field: text({ label: "Vehicles" }),
    example: "TN09AB1234; TN09CD5678",
    parse: parseVehicles,
    invalid: "*Invalid vehicle number",
  },
} as const satisfies { [name: string]: PeopleColumn };

export type ImportedField = keyof typeof peopleColumns;
const importColumnNames = getKeys(peopleColumns);
/** Columns whose values are unique per user. */
const uniqueColumns = ["email", "contact_number", "employee_id", "pin_number"] as const satisfies ImportedField[];
export type UniqueColumn = (typeof uniqueColumns)[number];

/** Staff may have a mobile number instead of an email. */
const columnsByRole: { readonly [role in ImportedRole]: { readonly [name in ImportedField]: PeopleColumn } } = {
  employee: peopleColumns,
  staff: { ...peopleColumns, email: { ...peopleColumns.email, field: { ...personFields.email, required: false } } },
};

function getImportColumns(role: ImportedRole): ImportedField[] {
  return importColumnNames.filter((name) => {
    const { onlyForRole: requiredRole }: PeopleColumn = peopleColumns[name];
    return requiredRole === undefined || requiredRole === role;
  });
}

/** Template of an import file: headings and an example row. */
export function getImportTemplate(role: ImportedRole): string[][] {
  const templateColumns = getImportColumns(role).map((name) => peopleColumns[name]);
  return [templateColumns.map(({ heading }) => heading), templateColumns.map(({ example }) => example)];
}

/** Of duplicate headings the first one is used. */
export function parseImportHeadings({
  cells,
  role,
}: {
  cells: readonly string[];
  role: ImportedRole;
}): ImportHeadings<ImportedField> {
  const headings = parseHeadings({ cells, columns: columnsByRole[role], names: getImportColumns(role) });
  const canReach = !canLackEmail(role) || headings.fields.some((name) => name === "email" || name === "contact_number");
  return canReach ? headings : { ...headings, missing: [peopleColumns.email.heading, ...headings.missing] };
}

export type ImportedPerson = ImportedRow<ImportedField>;

const servicesByName: { readonly [word: string]: ServiceName } = {
  parking: "is_parking",
  isparking: "is_parking",
  valet: "is_valet_and_parking",
  valetparking: "is_valet_and_parking",
  valetandparking: "is_valet_and_parking",
  isvaletandparking: "is_valet_and_parking",
  prebooking: "is_pre_booking",
  isprebooking: "is_pre_booking",
};

/** Parses a list of services; undefined if one is unknown. */
function parseServices(input: string): ServiceName[] | undefined {
  const services = input
    .split(/[,;/]/)
    .filter((label) => label.trim() !== "")
    .map((label) => servicesByName[normaliseHeading(label)]);
  return services.every((service) => service !== undefined) ? [...new Set(services)] : undefined;
}

export function parseImportRow({
  role,
  ...row
}: {
  line: number;
  cells: readonly string[];
  headings: ImportHeadings<ImportedField>;
  role: ImportedRole;
}): ImportedPerson {
  const parsed = parseRow({ ...row, columns: columnsByRole[role], names: getImportColumns(role) });
  const { details, errors } = parsed;
  const hasAddress = details["email"] || errors.some(({ field }) => field === "email" || field === "contact_number");
  if (!hasAddress && !isMobileNumber(details["contact_number"]))
    errors.push({ field: "contact_number", value: String(details["contact_number"] ?? ""), message: mobileRequired });
  return parsed;
}

/** Values of existing users, in the form returned by `toComparisonKey`. */
export type ExistingValues = { readonly [name in UniqueColumn]: ReadonlySet<string> };

const duplicateMessages: { readonly [name in UniqueColumn]: string } = {
  email: errorCatalogue.USER_EMAIL_EXIST.text,
  contact_number: errorCatalogue.USER_PHONE_EXIST.text,
  employee_id: errorCatalogue.EMPLOYEE_ID_EXIST.text,
  pin_number: errorCatalogue.STAFF_PIN_EXIST.text,
};

/** Normalises a value for comparison. */
export function toComparisonKey(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** Adds an error to each row whose value duplicates a previous row or an existing user. */
export function markDuplicates({
  rows,
  existing,
}: {
  rows: readonly ImportedPerson[];
  existing: ExistingValues;
}): void {
  for (const name of uniqueColumns) {
    const firstLineByKey = new Map<string, number>();
    for (const { line, details, errors } of rows) {
      const value = details[name];
      if (typeof value !== "string") continue;
      const key = toComparisonKey(value);
      const firstLineNumber = firstLineByKey.get(key);
      const displayValue = name === "pin_number" ? "" : value;
      if (firstLineNumber !== undefined)
        errors.push({
          field: name,
          value: displayValue,
          message: `*Duplicate of row ${firstLineNumber}. Use a different value`,
        });
      else if (existing[name].has(key))
        errors.push({ field: name, value: displayValue, message: duplicateMessages[name] });
      if (firstLineNumber === undefined) firstLineByKey.set(key, line);
    }
  }
}
