// reading.md §3: SQL of a column in wire format.
import type { Field } from "#domain/schema/collection.ts";

/**
 * Timestamps in UTC with milliseconds, money as text with two decimals, secrets masked; other types as PostgreSQL JSON.
 */
export function buildWireSql({ column, field }: { column: string; field: Field }): string {
  switch (field.kind) {
    case "timestamp":
      return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case "money":
      return `${column}::text`;
    case "secret":
      return `case when ${column} is null then null else '**********' end`;
    default:
      return column;
  }
}
