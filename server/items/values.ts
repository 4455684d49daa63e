// reading.md §3: a value in its three forms: on the wire, in our rules (paise, Date), and in the database.
import type { Collection, Field, Json, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { timestampOf } from "#domain/stored-value.ts";
import { columnType } from "#server/db/schema.ts";

const asPaise = (rupees: unknown): number => Math.round(Number(rupees) * 100);
const asRupees = (paise: unknown): string => {
  const whole = Math.trunc(Math.abs(paise as number) / 100);
  return `${(paise as number) < 0 ? "-" : ""}${whole}.${String(Math.abs(paise as number) % 100).padStart(2, "0")}`;
};

/** What a caller sent, in the form the rules work with; the value has passed its field's check. */
export function fromWire(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "text":
    case "secret": {
      const text = field.normalise ? field.normalise(value as string) : (value as string);
      return text === "" ? null : text;
    }
    case "integer":
      return Number(value);
    case "money":
      return asPaise(value);
    case "timestamp":
      return value instanceof Date ? value : timestampOf(value as string);
    case "one":
      return columnType(field) === "integer" ? Number(value) : value;
    default:
      return value;
  }
}

/** A row of the driver, or of PostgreSQL's JSON, in the form the rules work with; nested rows too. */
export function fromDatabase(collection: Collection, stored: Row): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(stored)) {
    const field = collection.fields[name];
    row[name] = field ? fieldFromDatabase(field, value) : value;
  }
  return row;
}

function fieldFromDatabase(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.kind === "money") return asPaise(value);
  if (field.kind === "timestamp") return value instanceof Date ? value : new Date(value as string);
  if (field.to && typeof value === "object") {
    const other = collectionNamed(field.to)!;
    return Array.isArray(value)
      ? value.map((item) => (typeof item === "object" ? fromDatabase(other, item as Row) : item))
      : fromDatabase(other, value as Row);
  }
  return value;
}

/** A value of the rules as a bound parameter. */
export function toDatabase(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "money":
      return asRupees(value);
    case "timestamp":
      return value instanceof Date ? value.toISOString() : value;
    case "json":
      return JSON.stringify(value);
    default:
      return value;
  }
}

/** The same for logs, revisions and history: as the wire shows it, secrets as stars. */
export function toWire(field: Field, value: unknown): Json {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "secret":
      return "**********";
    case "money":
      return asRupees(value);
    case "timestamp":
      return value instanceof Date ? value.toISOString() : (value as Json);
    default:
      return value as Json;
  }
}

export function wireRow(collection: Collection, row: Row): { [field: string]: Json } {
  const wire: { [field: string]: Json } = {};
  for (const [name, value] of Object.entries(row)) {
    const field = collection.fields[name];
    if (field && field.kind !== "many") wire[name] = toWire(field, value);
  }
  return wire;
}
