// §3 §5: a list of staff or employees from a file: its headings, and what of a row does not hold. Prose: docs/rules/people.md.
import type { Field, Row } from "#domain/collection.ts";
import { errors } from "#domain/errors.ts";
import { email, fieldError, personName, phone, text } from "#domain/fields.ts";
import { vehiclesTyped } from "#domain/rules/own-vehicles.ts";
import { workFields } from "#domain/rules/people.ts";
import type { Service } from "#domain/services.ts";

export const importedRoles = ["staff", "employee"] as const;
export type ImportedRole = (typeof importedRoles)[number];

interface Column {
  heading: string;
  /** Other words people use for it. */
  also?: readonly string[];
  field: Field;
  example: string;
  /** Whom alone it is for. */
  for?: ImportedRole;
}

/** The columns of a file, by the field each fills. */
const columns = {
  first_name: {
    heading: "Name",
    also: ["Full name", "First name"],
    field: personName({ required: true }),
    example: "Ravi Kumar",
  },
  email: {
    heading: "Email",
    also: ["E-mail", "Mail", "Email address"],
    field: email({ required: true }),
    example: "ravi.kumar@example.com",
  },
  contact_number: {
    heading: "Phone",
    also: ["Phone number", "Mobile", "Mobile number", "Contact number"],
    field: phone(),
    example: "9840012345",
  },
  employee_id: {
    heading: "Employee ID",
    also: ["Employee no", "ID", "Emp ID"],
    field: workFields.employee_id,
    example: "E-1042",
  },
  department: { heading: "Department", field: workFields.department, example: "Revenue" },
  designation: {
    heading: "Designation",
    also: ["Title"],
    field: workFields.designation,
    example: "Gate staff",
  },
  pin_number: {
    heading: "PIN",
    also: ["Staff PIN"],
    field: { ...workFields.pin_number, required: true },
    example: "4821",
    for: "staff",
  },
  staff_service_type: {
    heading: "Services",
    also: ["Service"],
    field: text({ label: "Services" }),
    example: "Parking, Valet",
    for: "staff",
  },
  user_vehicles: {
    heading: "Vehicles",
    also: ["Vehicle", "Vehicle number", "Vehicle numbers"],
    field: text({ label: "Vehicles" }),
    example: "TN09AB1234; TN09CD5678",
  },
} as const satisfies { [name: string]: Column };

export type ImportedField = keyof typeof columns;
const names = Object.keys(columns) as ImportedField[];
/** Of these no two people have the same. */
const alone = ["email", "contact_number", "employee_id", "pin_number"] as const satisfies ImportedField[];
export type AloneField = (typeof alone)[number];

function columnsFor(role: ImportedRole): ImportedField[] {
  return names.filter((name) => {
    const { for: only }: Column = columns[name];
    return only === undefined || only === role;
  });
}

/** A file to fill in: its headings and one row as an example. */
export function importTemplate(role: ImportedRole): string[][] {
  const shown = columnsFor(role).map((name) => columns[name]);
  return [shown.map(({ heading }) => heading), shown.map(({ example }) => example)];
}

export function headingOf(name: ImportedField): string {
  return columns[name].heading;
}

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, "");

export interface Headings {
  /** The field of each column; null for one that is left out. */
  fields: (ImportedField | null)[];
  /** Headings that mean nothing here, and those that are missing. */
  unknown: string[];
  missing: string[];
}

/** What the first row of a file says, in capitals or not. A heading that is there twice counts once. */
export function readHeadings({ cells, role }: { cells: readonly string[]; role: ImportedRole }): Headings {
  const known = columnsFor(role);
  const fields: Headings["fields"] = [];
  for (const cell of cells) {
    const found = known.find((name) => {
      const { heading, also = [] }: Column = columns[name];
      return [heading, ...also].some((word) => plain(word) === plain(cell));
    });
    fields.push(found && !fields.includes(found) ? found : null);
  }
  const unknown = cells.filter((cell, at) => fields[at] === null && cell.trim() !== "");
  const missing = known.filter((name) => !fields.includes(name) && (columns[name].field as Field).required);
  return { fields, unknown, missing: missing.map(headingOf) };
}

export interface RowError {
  field: ImportedField;
  message: string;
  value: string;
}
export interface ReadRow {
  /** Its line in the file; the headings are line 1. */
  line: number;
  /** What the person is made of; of use only where nothing is wrong. */
  details: Row;
  errors: RowError[];
}

const serviceWords: { readonly [word: string]: Service } = {
  parking: "is_parking",
  isparking: "is_parking",
  valet: "is_valet_and_parking",
  valetparking: "is_valet_and_parking",
  valetandparking: "is_valet_and_parking",
  isvaletandparking: "is_valet_and_parking",
  prebooking: "is_pre_booking",
  isprebooking: "is_pre_booking",
};

/** Services as they are typed; undefined where one is none. */
function servicesTyped(typed: string): Service[] | undefined {
  const found = typed
    .split(/[,;/]/)
    .filter((part) => part.trim() !== "")
    .map((part) => serviceWords[plain(part)]);
  return found.every((service) => service !== undefined) ? [...new Set(found)] : undefined;
}

/** One person of the file, with all that is wrong with them, in the words of §5. */
export function readRow({
  line,
  cells,
  headings,
  role,
}: {
  line: number;
  cells: readonly string[];
  headings: Headings;
  role: ImportedRole;
}): ReadRow {
  const details: Row = {};
  const errors: RowError[] = [];
  for (const name of columnsFor(role)) {
    const at = headings.fields.indexOf(name);
    const value = at < 0 ? "" : (cells[at] ?? "").trim();
    const field: Field = columns[name].field;
    const wrong = (message: string) => errors.push({ field: name, message, value });
    const message = fieldError({ name, field, value });
    if (message) wrong(message);
    if (message || value === "") continue;
    details[name] = field.normalise ? field.normalise(value) : value;
    if (name === "user_vehicles") details[name] = vehiclesTyped(value) ?? void wrong("*Invalid vehicle number");
    if (name === "staff_service_type")
      details[name] = servicesTyped(value) ?? void wrong("*Services are Parking, Valet or Pre-booking");
  }
  return { line, details, errors };
}

/** What somebody else has already, in the form `keyOfField` gives it. */
export type Taken = { readonly [name in AloneField]: ReadonlySet<string> };

const takenTexts: { readonly [name in AloneField]: string } = {
  email: errors.USER_EMAIL_EXIST.text,
  contact_number: errors.USER_PHONE_EXIST.text,
  employee_id: errors.EMPLOYEE_ID_EXIST.text,
  pin_number: errors.STAFF_PIN_EXIST.text,
};

/** In which form two values are the same. */
export function keyOfField(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** Adds to each row what it has in common with a row above it, or with somebody who is there already. */
export function markTaken({ rows, taken }: { rows: readonly ReadRow[]; taken: Taken }): void {
  for (const name of alone) {
    const firstLine = new Map<string, number>();
    for (const { line, details, errors } of rows) {
      const value = details[name];
      if (typeof value !== "string") continue;
      const key = keyOfField(value);
      const first = firstLine.get(key);
      const shown = name === "pin_number" ? "" : value;
      if (first !== undefined)
        errors.push({ field: name, value: shown, message: `*The same as in line ${first}. Use another one` });
      else if (taken[name].has(key)) errors.push({ field: name, value: shown, message: takenTexts[name] });
      if (first === undefined) firstLine.set(key, line);
    }
  }
}
