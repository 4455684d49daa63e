// §5 Import of rows from a file: headings in any spelling and order, and the values of a row with all their errors.
import type { Field, Row } from "#domain/schema/collection.ts";
import { checkField } from "#domain/schema/fields.ts";

export interface ImportColumn {
  heading: string;
  /** Alternative headings. */
  aliases?: readonly string[];
  field: Field;
  example: string;
  /** Of a list in one cell: its values, or undefined if one is invalid, which `invalid` says. */
  parse?: (input: string) => unknown;
  invalid?: string;
}
export type ImportColumns<N extends string> = { readonly [name in N]: ImportColumn };

export interface ImportHeadings<N extends string> {
  /** Field of each column; null for an ignored one. */
  fields: (N | null)[];
  /** Headings that are not recognised, and required ones that are missing. */
  unknown: string[];
  missing: string[];
}

export interface ImportRowError<N extends string> {
  field: N;
  message: string;
  value: string;
}
export interface ImportedRow<N extends string> {
  /** Line number in the file; the headings are line 1. */
  line: number;
  /** Values by field; valid only if there are no errors. */
  details: Row;
  errors: ImportRowError<N>[];
}

interface ColumnOptions<N extends string> {
  cells: readonly string[];
  columns: ImportColumns<N>;
  /** Those that apply. */
  names: readonly N[];
}

export const normaliseHeading = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Parses the first row of a file, ignoring case. Of duplicate headings the first one is used. */
export function parseHeadings<N extends string>({ cells, columns, names }: ColumnOptions<N>): ImportHeadings<N> {
  const fields: (N | null)[] = [];
  for (const cell of cells) {
    const match = names.find((name) =>
      [columns[name].heading, ...(columns[name].aliases ?? [])].some(
        (candidate) => normaliseHeading(candidate) === normaliseHeading(cell),
      ),
    );
    fields.push(match && !fields.includes(match) ? match : null);
  }
  const unknown = cells.filter((cell, index) => fields[index] === null && cell.trim() !== "");
  const missing = names.filter((name) => columns[name].field.required && !fields.includes(name));
  return { fields, unknown, missing: missing.map((name) => columns[name].heading) };
}

/** Parses one row of the file, with all errors in the texts of §5. */
export function parseRow<N extends string>({
  line,
  cells,
  headings,
  columns,
  names,
}: ColumnOptions<N> & { line: number; headings: ImportHeadings<N> }): ImportedRow<N> {
  const details: Row = {};
  const errors: ImportRowError<N>[] = [];
  for (const name of names) {
    const index = headings.fields.indexOf(name);
    const value = index < 0 ? "" : (cells[index] ?? "").trim();
    const { field, parse, invalid = "*Invalid value" } = columns[name];
    const message = checkField({ name, field, value });
    if (message) errors.push({ field: name, message, value });
    if (message || value === "") continue;
    details[name] = field.normalise ? field.normalise(value) : value;
    if (!parse) continue;
    const parsed = parse(value);
    if (parsed === undefined) errors.push({ field: name, message: invalid, value });
    details[name] = parsed;
  }
  return { line, details, errors };
}

/** Maximum number of errors reported individually. */
const maxReportedErrors = 200;

/** What is shown before the import, and the rows without errors. */
export function summariseImport<N extends string>({
  rows,
  headings,
  columns,
}: {
  rows: readonly ImportedRow<N>[];
  headings: ImportHeadings<N>;
  columns: ImportColumns<N>;
}) {
  const invalidRows = rows.filter(({ errors }) => errors.length > 0);
  const errors = invalidRows.flatMap(({ line, errors: found }) =>
    found.map(({ field, message, value }) => ({
      line,
      column: columns[field].heading,
      message,
      value: value.slice(0, 60),
    })),
  );
  const validRows = rows.filter((row) => row.errors.length === 0);
  return {
    preview: {
      rows: rows.length,
      good: validRows.length,
      wrong: invalidRows.length,
      unknown: headings.unknown.slice(0, 20),
      errors: errors.slice(0, maxReportedErrors),
    },
    validRows,
  };
}
