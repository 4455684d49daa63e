// Stored data that works but needs a person: one line of the log at each start.
import type { Sql } from "#server/db/pool.ts";

const maxNames = 10;

/** Branches whose type disagrees with that of their company, stored before the rule (domain/branches/entity-type.ts). */
export async function findStartWarnings(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: number; name: string }[]>`
    select b.id, b.name from "Branch" b join "Companies" c on c.id = b.company
    where (b.entity_type is not distinct from 'government') <> (c.company_type = 'government') order by b.id limit ${maxNames + 1}`;
  if (rows.length === 0) return [];
  const named = rows.slice(0, maxNames).map(({ id, name }) => `${name} (${id})`);
  const list = rows.length > maxNames ? `${named.join(", ")} and others` : named.join(", ");
  return [
    `The customer type of these branches does not fit their company, of which one is a government's and the other is not: ${list}. They work by their own type; correct it by a change request.`,
  ];
}
