// §3 §5: import of staff or employees from a file: headings and validation of rows. See docs/rules/people.md.
import { getKeys } from "#domain/object-keys.ts";
import type { Field, Row } from "#domain/schema/collection.ts";
import { errorCatalogue } from "#domain/errors.ts";
import { checkField, text } from "#domain/schema/fields.ts";
import { parseVehicles } from "#domain/people/user-vehicles.ts";
import { employmentFields, personFields } from "#domain/people/user-fields.ts";
import type { ServiceName } from "#domain/branches/services.ts";

export const importedRoles = ["staff", "employee"] as const;
export type ImportedRole = (typeof importedRoles)[number];

interface ImportColumn {
  heading: string;
  /** Alternative headings. */
  aliases?: readonly string[];
  field: Field;
  example: string;
  /** The only role the column applies to. */
  onlyForRole?: ImportedRole;
}

/** Columns of a file by the field they set. */
const columns = {
  first_name: {
    heading: "Name",
    aliases: ["Full name", "First name"],
    field: personFields.first_name,
    example: "Ravi Kumar",
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
    field: personFields.contact_number,
    example: "9840012345",
  },
  employee_id: {
    heading: "Employee ID",
    aliases: ["Employee no", "ID", "Emp ID"],
    field: employmentFields.employee_id,
    example: "E-1042",
  },
  department: { heading: "Department", field: employmentFields.department, example: "Revenue" },
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
    onlyForRole: "staff",
  },
  user_vehicles: {
    heading: "Vehicles",
    aliases: ["Vehicle", "Vehicle number", "Vehicle numbers"],
    field: text({ label: "Vehicles" }),
    example: "TN09AB1234; TN09CD5678",
  },
} as const satisfies { [name: string]: ImportColumn };

export type ImportedField = keyof typeof columns;
const importColumnNames = getKeys(columns);
/** Columns whose values are unique per user. */
const uniqueColumns = ["email", "contact_number", "employee_id", "pin_number"] as const satisfies ImportedField[];
export type UniqueColumn = (typeof uniqueColumns)[number];

function getImportColumns(role: ImportedRole): ImportedField[] {
  return importColumnNames.filter((name) => {
    const { onlyForRole: requiredRole }: ImportColumn = columns[name];
    return requiredRole === undefined || requiredRole === role;
  });
}

/** Template of an import file: headings and an example row. */
export function getImportTemplate(role: ImportedRole): string[][] {
  const templateColumns = getImportColumns(role).map((name) => columns[name]);
  return [templateColumns.map(({ heading }) => heading), templateColumns.map(({ example }) => example)];
}

export function getImportHeading(name: ImportedField): string {
  return columns[name].heading;
}

const normaliseHeading = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, "");

export interface ImportHeadings {
  /** Field of each column; null for an ignored one. */
  fields: (ImportedField | null)[];
  /** Headings that are not recognised, and required ones that are missing. */
  unknown: string[];
  missing: string[];
}

/** Parses the first row of a file, ignoring case. Of duplicate headings the first one is used. */
export function parseImportHeadings({ cells, role }: { cells: readonly string[]; role: ImportedRole }): ImportHeadings {
  const columnNames = getImportColumns(role);
  const fields: ImportHeadings["fields"] = [];
  for (const cell of cells) {
    const match = columnNames.find((name) => {
      const { heading, aliases = [] }: ImportColumn = columns[name];
      return [heading, ...aliases].some((candidate) => normaliseHeading(candidate) === normaliseHeading(cell));
    });
    fields.push(match && !fields.includes(match) ? match : null);
  }
  const unknown = cells.filter((cell, index) => fields[index] === null && cell.trim() !== "");
  const missing = columnNames.filter((name) => {
    const { field }: ImportColumn = columns[name];
    return !fields.includes(name) && field.required;
  });
  return { fields, unknown, missing: missing.map(getImportHeading) };
}

export interface ImportRowError {
  field: ImportedField;
  message: string;
  value: string;
}
export interface ImportedRow {
  /** Line number in the file; the headings are line 1. */
  line: number;
  /** Fields of the user; valid only if there are no errors. */
  details: Row;
  errors: ImportRowError[];
}

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

/** Parses one row of the file, with all errors in the texts of §5. */
export function parseImportRow({
  line,
  cells,
  headings,
  role,
}: {
  line: number;
  cells: readonly string[];
  headings: ImportHeadings;
  role: ImportedRole;
}): ImportedRow {
  const details: Row = {};
  const errors: ImportRowError[] = [];
  for (const name of getImportColumns(role)) {
    const index = headings.fields.indexOf(name);
    const value = index < 0 ? "" : (cells[index] ?? "").trim();
    const field: Field = columns[name].field;
    const addError = (message: string) => errors.push({ field: name, message, value });
    const message = checkField({ name, field, value });
    if (message) addError(message);
    if (message || value === "") continue;
    details[name] = field.normalise ? field.normalise(value) : value;
    if (name === "user_vehicles") details[name] = parseVehicles(value) ?? void addError("*Invalid vehicle number");
    if (name === "staff_service_type")
      details[name] = parseServices(value) ?? void addError("*Services are Parking, Valet or Pre-booking");
  }
  return { line, details, errors };
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
export function markDuplicates({ rows, existing }: { rows: readonly ImportedRow[]; existing: ExistingValues }): void {
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
