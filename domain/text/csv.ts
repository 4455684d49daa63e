// §7: writes a list as CSV (RFC 4180). Cells that start like a formula are prefixed, so that spreadsheets do not
// execute them.
import type { Json } from "#domain/schema/collection.ts";

/** Formats a value as a cell; a text that a spreadsheet would read as a formula is prefixed. */
export function formatCsvCell(value: Json): string {
  if (value === null) return "";
  if (typeof value !== "string") return quoteCsvCell(typeof value === "object" ? JSON.stringify(value) : String(value));
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  return quoteCsvCell(isFormula ? `'${value}` : value);
}

function quoteCsvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats rows as the content of a file, with a byte order mark so that spreadsheets detect UTF-8. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => cells.map(formatCsvCell).join(",")).join("\r\n")}\r\n`;
}
