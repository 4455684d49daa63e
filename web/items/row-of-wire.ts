// reading.md §3: a row as the wire has it, in the form every rule of domain/ takes: whole paise and Dates.
import type { Fields, Row } from "#domain/collection.ts";
import { paiseOf } from "#domain/rules/money.ts";

export function rowOfWire({ fields, wire }: { fields: Fields; wire: object }): Row {
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [name, stored({ kind: fields[name]?.kind, value })]),
  );
}

function stored({ kind, value }: { kind: Fields[string]["kind"] | undefined; value: unknown }): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "money") return paiseOf(value as string);
  return kind === "timestamp" ? new Date(value as string) : value;
}
