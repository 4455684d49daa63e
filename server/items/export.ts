// §7: `export`: a list as a file for a table, a program or a person. What rows hold is told as it is, never as a command.
import type { Json } from "#domain/collection.ts";
import { csvCell } from "#domain/rules/csv.ts";

export const exportFormats = ["csv", "json", "xml", "yaml"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export type ExportRow = { [key: string]: Json };

export const exportTypes: { [F in ExportFormat]: string } = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  xml: "text/xml; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
};

export function exportText({ format, rows }: { format: ExportFormat; rows: readonly ExportRow[] }): string {
  switch (format) {
    case "csv":
      return csvText(rows);
    case "json":
      return JSON.stringify(rows, null, "\t");
    case "xml":
      return `<?xml version="1.0" encoding="UTF-8"?>\n<data>\n${rows.map((row) => xmlElement({ name: "data", value: row, indent: "  " })).join("\n")}\n</data>\n`;
    case "yaml":
      return rows.length === 0 ? "[]\n" : `${rows.map((row) => yamlItem({ value: row, indent: "" })).join("\n")}\n`;
  }
}

/** `Parking_Information 2026-11-21 at 14.26.04.csv`, in UTC. */
export function exportName({ name, format, now }: { name: string; format: ExportFormat; now: Date }): string {
  const [day, time] = now.toISOString().split("T") as [string, string];
  return `${name} ${day} at ${time.slice(0, 8).replaceAll(":", ".")}.${format}`;
}

function csvText(rows: readonly ExportRow[]): string {
  const flat = rows.map((row) => new Map(flattened({ row, before: "" })));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const lines = flat.map((row) => columns.map((column) => csvCell(row.get(column) ?? null)).join(","));
  return [columns.map(csvCell).join(","), ...lines].join("\n");
}

/** A row with the rows it points to in columns of their own: `branch.name`. */
function flattened({ row, before }: { row: ExportRow; before: string }): [string, Json][] {
  return Object.entries(row).flatMap(([key, value]): [string, Json][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flattened({ row: value, before: `${before}${key}.` })
      : [[before + key, value]],
  );
}

function xmlElement({ name, value, indent }: { name: string; value: Json; indent: string }): string {
  if (Array.isArray(value))
    return value.length === 0
      ? `${indent}<${name}/>`
      : value.map((item) => xmlElement({ name, value: item, indent })).join("\n");
  if (value === null) return `${indent}<${name}/>`;
  if (typeof value !== "object") return `${indent}<${name}>${xmlText(String(value))}</${name}>`;
  const inner = Object.entries(value).map(([key, one]) =>
    xmlElement({ name: xmlName(key), value: one, indent: `${indent}  ` }),
  );
  return inner.length === 0 ? `${indent}<${name}/>` : `${indent}<${name}>\n${inner.join("\n")}\n${indent}</${name}>`;
}

/** The keys within a JSON value are anybody's. */
function xmlName(key: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(key) ? key : `_${key.replaceAll(/[^\w.-]/g, "_")}`;
}

function xmlText(text: string): string {
  const entities: { [sign: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text
    .replaceAll(/[&<>]/g, (sign) => entities[sign]!)
    .replaceAll("\r", "&#xD;")
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** Texts stand in double quotes, which YAML reads as JSON does. */
function yamlItem({ value, indent }: { value: Json; indent: string }): string {
  if (!isBlock(value)) return `${indent}- ${yamlFlat(value)}`;
  const block = yamlBlock({ value, indent: `${indent}  ` });
  return `${indent}- ${block.slice(indent.length + 2)}`;
}

const isBlock = (value: Json): value is ExportRow | Json[] =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;
const yamlFlat = (value: Json): string => JSON.stringify(value).replaceAll("\u007f", "\\u007f");

function yamlBlock({ value, indent }: { value: ExportRow | Json[]; indent: string }): string {
  if (Array.isArray(value)) return value.map((item) => yamlItem({ value: item, indent })).join("\n");
  return Object.entries(value)
    .map(([key, one]) => {
      const name = `${indent}${/^[A-Za-z_]\w*$/.test(key) && !yamlWords.test(key) ? key : JSON.stringify(key)}:`;
      return isBlock(one) ? `${name}\n${yamlBlock({ value: one, indent: `${indent}  ` })}` : `${name} ${yamlFlat(one)}`;
    })
    .join("\n");
}

/** Names that YAML would take for something else. */
const yamlWords = /^(y|n|yes|no|true|false|on|off|null)$/i;
