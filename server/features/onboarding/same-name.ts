// §5: two names are one whatever their capitals and spaces, as the unique indexes of the tables have it.
import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "#server/db/pool.ts";

/** A condition: this column holds this name. */
export function isNamed({ sql, column, name }: { sql: Sql | Tx; column: string; name: string }): PendingQuery<Row[]> {
  return sql`lower(regexp_replace(${sql(column)}, '\\s+', '', 'g')) = lower(regexp_replace(${name}, '\\s+', '', 'g'))`;
}
