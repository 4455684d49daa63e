// reading.md §3: a column as the wire has it.
import type { Field } from "#domain/collection.ts";

/** Times in UTC with milliseconds, money as text with its two decimals, secrets as stars; the rest as PostgreSQL's JSON has it. */
export function wireSql({ column, field }: { column: string; field: Field }): string {
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
