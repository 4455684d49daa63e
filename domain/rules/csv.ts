// §7: a list as comma-separated values (RFC 4180). What cells hold is told as it is, never as a command.
import type { Json } from "#domain/collection.ts";

/** A value as a cell. A text that a table would take for a formula is marked as text. */
export function csvCell(value: Json): string {
  if (value === null) return "";
  if (typeof value !== "string") return csvQuoted(typeof value === "object" ? JSON.stringify(value) : String(value));
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  return csvQuoted(isFormula ? `'${value}` : value);
}

function csvQuoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of cells as the text of a file, with the mark by which table programs know UTF-8. */
export function csvFile(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`;
}
