import type { Json } from "#domain/collection.ts";
import type { Sql } from "#server/db/pool.ts";

/** Rows that the product itself needs, the same in every database: roles, statuses. */
export interface Reference {
  table: string;
  rows: readonly { [column: string]: Json }[];
}

/** In the order in which they point to each other. */
const references: readonly Reference[] = [];

/** Puts every reference row in, or brings it back to what it should be; may be repeated at will. */
export async function seedReference({ sql }: { sql: Sql }): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { table, rows } of references) {
      for (const row of rows) {
        const { id: _, ...changes } = row;
        await tx`insert into ${tx(table)} ${tx(row as { [column: string]: string })}
          on conflict (id) do update set ${tx(changes as { [column: string]: string })}`;
      }
    }
  });
}
