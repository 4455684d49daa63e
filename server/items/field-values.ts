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

/** Converts a row of the driver or of PostgreSQL JSON, including nested rows, to the internal format. */
export function fromDatabase<C extends Collection>(collection: C, stored: Row): CollectionRow<C> {
  const row: Row = {};
  for (const [name, value] of Object.entries(stored)) {
    const field = collection.fields[name];
    row[name] = field ? toFieldValue(field, value) : value;
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
  const wire: { [field: string]: Json } = {};
  for (const [name, value] of Object.entries(row)) {
    const field = collection.fields[name];
    if (field && field.kind !== "many") wire[name] = toWire(field, value);
  }
  return wire;
}
