// Import of the units of a branch from a file: a row for each member, or for a unit without members. See
// docs/rules/approvals.md.
import { getKeys } from "#domain/object-keys.ts";
import { parseVehicles } from "#domain/people/user-vehicles.ts";
import { normalisePhoneNumber, text } from "#domain/schema/fields.ts";
import {
  type ImportColumns,
  type ImportedRow,
  type ImportHeadings,
  parseHeadings,
  parseRow,
} from "#domain/schema/list-import.ts";
import { BranchUnits, UnitMembers } from "#domain/visitors/units.collection.ts";

const optional = { required: false } as const;

/** Columns of a file by the field they set. */
export const unitColumns = {
  unit: {
    heading: "Unit",
    aliases: ["Flat", "Flat no", "House", "Department", "Class"],
    field: BranchUnits.fields.name,
    example: "A-204",
  },
  name: {
    heading: "Name",
    aliases: ["Member", "Resident", "Owner", "Full name"],
    field: { ...UnitMembers.fields.name, ...optional },
    example: "Meena Iyer",
  },
  phone: {
    heading: "Phone",
    aliases: ["Phone number", "Mobile", "Mobile number", "Contact number"],
    field: { ...UnitMembers.fields.phone, ...optional, normalise: normalisePhoneNumber },
    example: "9840012345",
  },
  vehicles: {
    heading: "Vehicles",
    aliases: ["Vehicle", "Vehicle number", "Vehicle numbers"],
    field: text({ label: "Vehicles" }),
    example: "TN09AB1234; TN09CD5678",
    parse: (input: string) => parseVehicles(input)?.map(({ vehicleNo }) => vehicleNo),
    invalid: "*Invalid vehicle number",
  },
} as const satisfies ImportColumns<string>;

export type UnitColumn = keyof typeof unitColumns;
export type UnitRow = ImportedRow<UnitColumn>;
const names = getKeys(unitColumns);

export function getUnitTemplate(): string[][] {
  return [names.map((name) => unitColumns[name].heading), names.map((name) => unitColumns[name].example)];
}

export const parseUnitHeadings = (cells: readonly string[]): ImportHeadings<UnitColumn> =>
  parseHeadings({ cells, columns: unitColumns, names });

/** A member has a name and a phone number, and a vehicle has a member. */
export function parseUnitRow(options: {
  line: number;
  cells: readonly string[];
  headings: ImportHeadings<UnitColumn>;
}): UnitRow {
  const row = parseRow({ ...options, columns: unitColumns, names });
  const { details, errors } = row;
  const isWrong = (field: UnitColumn) => errors.some((error) => error.field === field);
  const requireValue = (field: "name" | "phone", message: string) => {
    if (details[field] === undefined && !isWrong(field)) errors.push({ field, message, value: "" });
  };
  if (details["phone"] !== undefined || details["vehicles"] !== undefined) requireValue("name", "*Name is required");
  if (details["name"] !== undefined) requireValue("phone", "*Phone number is required");
  return row;
}

/** Key by which a unit, or a member of one, is recognised, ignoring case. */
export function toUnitKey({ unit, phone }: { unit: unknown; phone?: unknown }): string {
  return `${String(unit).toLowerCase()}\n${typeof phone === "string" ? phone : ""}`;
}

/** Adds an error to each row that repeats a member, or a unit without one, of an earlier row or of the branch. */
export function markKnownUnits({ rows, existing }: { rows: readonly UnitRow[]; existing: ReadonlySet<string> }): void {
  const lines = new Map<string, number>();
  for (const { line, details, errors } of rows) {
    if (errors.length > 0) continue;
    const { unit, phone } = details;
    const field = phone === undefined ? "unit" : "phone";
    const key = toUnitKey({ unit, phone });
    const first = lines.get(key);
    const value = String(details[field]);
    if (first !== undefined)
      errors.push({ field, value, message: `*Duplicate of row ${first}. Use a different value` });
    else if (existing.has(key))
      errors.push({
        field,
        value,
        message: phone === undefined ? "*This unit exists" : "*Already a member of this unit",
      });
    if (first === undefined) lines.set(key, line);
  }
}
