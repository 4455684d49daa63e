// §5: names are compared without case and spaces, as in the unique indexes of the tables.
import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "#server/db/pool.ts";

/** Builds the condition that the column contains this name. */
export function hasSameNameSql({
  sql,
  column,
  name,
}: {
  sql: Sql | Tx;
  column: string;
  name: string;
}): PendingQuery<Row[]> {
  return sql`lower(regexp_replace(${sql(column)}, '\\s+', '', 'g')) = lower(regexp_replace(${name}, '\\s+', '', 'g'))`;
}
