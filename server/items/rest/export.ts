// §7: `export`: formats a list as CSV, JSON, XML or YAML. CSV cells that start like a formula are prefixed.
import type { Json } from "#domain/schema/collection.ts";
import { formatCsvCell } from "#domain/text/csv.ts";
import type { JsonRow } from "#server/items/read/parse-rows.ts";

export const exportFormats = ["csv", "json", "xml", "yaml"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportTypes: { [F in ExportFormat]: string } = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  xml: "text/xml; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
};

export function formatExport({ format, rows }: { format: ExportFormat; rows: readonly JsonRow[] }): string {
  switch (format) {
    case "csv":
      return formatCsvExport(rows);
    case "json":
      return JSON.stringify(rows, null, "\t");
    case "xml":
      return `<?xml version="1.0" encoding="UTF-8"?>\n<data>\n${rows.map((row) => formatXmlElement({ name: "data", value: row, indent: "  " })).join("\n")}\n</data>\n`;
    case "yaml":
      return rows.length === 0
        ? "[]\n"
        : `${rows.map((row) => formatYamlItem({ value: row, indent: "" })).join("\n")}\n`;
  }
}

/** `Parking_Information 2026-11-21 at 14.26.04.csv`, in UTC. */
export function formatExportName({ name, format, now }: { name: string; format: ExportFormat; now: Date }): string {
  const [day, time] = now.toISOString().split("T") as [string, string];
  return `${name} ${day} at ${time.slice(0, 8).replaceAll(":", ".")}.${format}`;
}

function formatCsvExport(rows: readonly JsonRow[]): string {
  const flatRows = rows.map((row) => new Map(flattenRow({ row, before: "" })));
  const columns = [...new Set(flatRows.flatMap((row) => [...row.keys()]))];
  const lines = flatRows.map((row) => columns.map((column) => formatCsvCell(row.get(column) ?? null)).join(","));
  return [columns.map(formatCsvCell).join(","), ...lines].join("\n");
}

/** Flattens related rows into columns such as `branch.name`. */
function flattenRow({ row, before: prefix }: { row: JsonRow; before: string }): [string, Json][] {
  return Object.entries(row).flatMap(([key, value]): [string, Json][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flattenRow({ row: value, before: `${prefix}${key}.` })
      : [[prefix + key, value]],
  );
}

function formatXmlElement({ name, value, indent }: { name: string; value: Json; indent: string }): string {
  if (Array.isArray(value))
    return value.length === 0
      ? `${indent}<${name}/>`
      : value.map((item) => formatXmlElement({ name, value: item, indent })).join("\n");
  if (value === null) return `${indent}<${name}/>`;
  if (typeof value !== "object") return `${indent}<${name}>${escapeXml(String(value))}</${name}>`;
  const inner = Object.entries(value).map(([key, item]) =>
    formatXmlElement({ name: toXmlName(key), value: item, indent: `${indent}  ` }),
  );
  return inner.length === 0 ? `${indent}<${name}/>` : `${indent}<${name}>\n${inner.join("\n")}\n${indent}</${name}>`;
}

/** Keys of JSON values can be any text and may not be valid XML names. */
function toXmlName(key: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(key) ? key : `_${key.replaceAll(/[^\w.-]/g, "_")}`;
}

function escapeXml(text: string): string {
  const entities: { [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text
    .replaceAll(/[&<>]/g, (character) => entities[character]!)
    .replaceAll("\r", "&#xD;")
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** Texts are in double quotes, which YAML parses like JSON. */
function formatYamlItem({ value, indent }: { value: Json; indent: string }): string {
  if (!isBlock(value)) return `${indent}- ${formatYamlScalar(value)}`;
  const block = formatYamlBlock({ value, indent: `${indent}  ` });
  return `${indent}- ${block.slice(indent.length + 2)}`;
}

const isBlock = (value: Json): value is JsonRow | Json[] =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;
const formatYamlScalar = (value: Json): string => JSON.stringify(value).replaceAll("\u007f", "\\u007f");

function formatYamlBlock({ value, indent }: { value: JsonRow | Json[]; indent: string }): string {
  if (Array.isArray(value)) return value.map((item) => formatYamlItem({ value: item, indent })).join("\n");
  return Object.entries(value)
    .map(([key, item]) => {
      const name = `${indent}${/^[A-Za-z_]\w*$/.test(key) && !yamlKeywords.test(key) ? key : JSON.stringify(key)}:`;
      return isBlock(item)
        ? `${name}\n${formatYamlBlock({ value: item, indent: `${indent}  ` })}`
        : `${name} ${formatYamlScalar(item)}`;
    })
    .join("\n");
}

/** Names that YAML would parse as booleans or null. */
const yamlKeywords = /^(y|n|yes|no|true|false|on|off|null)$/i;
