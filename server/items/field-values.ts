// reading.md §3: conversion of values between wire format, internal format (paise, Date) and database.
import type { Collection, Field, Json, Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { CollectionRow } from "#domain/schema/registry.ts";
import { parseTimestamp } from "#domain/schema/stored-value.ts";

const toPaise = (rupees: unknown): number => Math.round(Number(rupees) * 100);
const toRupees = (paise: unknown): string => {
  const rupees = Math.trunc(Math.abs(paise as number) / 100);
  return `${(paise as number) < 0 ? "-" : ""}${rupees}.${String(Math.abs(paise as number) % 100).padStart(2, "0")}`;
};

/** Converts a validated wire value to the internal format. */
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
      return toPaise(value);
    case "timestamp":
      return value instanceof Date ? value : parseTimestamp(value as string);
    case "one":
      return field.hasUuidTarget ? value : Number(value);
    default:
      return value;
  }
}

const shapes = new WeakMap<Collection, Map<number, { names: readonly string[]; row: Row }>>();

/** V8 keeps that many properties that are added to an object in the fast form. */
const fewProperties = 12;

/** A row whose properties have no values yet. */
function createRow(collection: Collection, names: readonly string[]): Row {
  if (names.length <= fewProperties) return {};
  let known = shapes.get(collection);
  if (!known) shapes.set(collection, (known = new Map()));
  let shape = known.get(names.length);
  if (!shape || !names.every((name, index) => name === shape!.names[index]))
    known.set(names.length, (shape = { names, row: toFastRow(Object.fromEntries(names.map((name) => [name, null]))) }));
  return { ...shape.row };
}

/** V8 copies an object that was parsed several times as fast as one to which many properties were added one by one. */
export function toFastRow(row: Row): Row {
  return JSON.parse(JSON.stringify(row)) as Row;
}

/** Converts a row of the driver or of PostgreSQL JSON, including nested rows, to the internal format. */
export function fromDatabase<C extends Collection>(collection: C, stored: Row): CollectionRow<C> {
  const names = Object.keys(stored);
  const row = createRow(collection, names);
  for (const name of names) {
    const field = collection.fields[name];
    row[name] = field ? toFieldValue(field, stored[name]) : stored[name];
  }
  return row as CollectionRow<C>;
}

function toFieldValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.kind === "money") return toPaise(value);
  if (field.kind === "timestamp") return value instanceof Date ? value : new Date(value as string);
  if (field.target && typeof value === "object") {
    const relatedCollection = findCollection(field.target)!;
    return Array.isArray(value)
      ? value.map((item) => (typeof item === "object" ? fromDatabase(relatedCollection, item as Row) : item))
      : fromDatabase(relatedCollection, value as Row);
  }
  return value;
}

/** Converts an internal value to a query parameter. */
export function toDatabase(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "money":
      return toRupees(value);
    case "timestamp":
      return value instanceof Date ? value.toISOString() : value;
    case "json":
      return JSON.stringify(value);
    default:
      return value;
  }
}

/** Converts an internal value to the wire format for logs, revisions and history; secrets are masked. */
export function toWire(field: Field, value: unknown): Json {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "secret":
      return "**********";
    case "money":
      return toRupees(value);
    case "timestamp":
      return value instanceof Date ? value.toISOString() : (value as Json);
    default:
      return value as Json;
  }
}

export function toWireRow(collection: Collection, row: Row): { [field: string]: Json } {
  const names = Object.keys(row).filter((name) => {
    const kind = collection.fields[name]?.kind;
    return kind !== undefined && kind !== "many";
  });
  const wire = createRow(collection, names) as { [field: string]: Json };
  for (const name of names) wire[name] = toWire(collection.fields[name]!, row[name]);
  return wire;
}
