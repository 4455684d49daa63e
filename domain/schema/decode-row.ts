// reading.md §3: converts a wire row to the form used by the rules of domain/: whole paise and Dates.
import type { Fields, Row } from "#domain/schema/collection.ts";
import { toPaise } from "#domain/money.ts";

export function decodeRow({ fields, wire }: { fields: Fields; wire: object }): Row {
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [name, decodeValue({ kind: fields[name]?.kind, value })]),
  );
}

function decodeValue({ kind, value }: { kind: Fields[string]["kind"] | undefined; value: unknown }): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "money") return toPaise(String(value));
  return kind === "timestamp" ? new Date(String(value)) : value;
}
