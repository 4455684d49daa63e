// §7: result of a write: the rows as readable by the actor.
import type { Collection } from "#domain/schema/collection.ts";
import type { Key } from "#server/items/rest/request-bodies.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { readList } from "#server/items/read/read.ts";
import { getRowStatement } from "#server/items/read/statement-cache.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Reads written rows in the same transaction; null if the actor may not read them. A requested field without read
 * permission is FORBIDDEN and rolls the write back.
 */
export async function readBackRows({
  ctx,
  collection,
  ids,
  fieldsQuery,
}: {
  ctx: WriteContext;
  collection: Collection;
  ids: readonly Key[];
  /** Query string with the requested fields. */
  fieldsQuery: string;
}): Promise<string[] | null> {
  if (!getGrant({ collection, operation: "read", actor: ctx.actor })) return null;
  const rows: string[] = [];
  for (const id of ids) {
    const statement = getRowStatement({
      collection,
      actor: ctx.actor,
      queryText: fieldsQuery,
      id: String(id),
      now: ctx.now,
    });
    const { data } = await readList({ sql: ctx.tx, statement });
    if (data === "[]") return null;
    rows.push(data.slice(1, -1));
  }
  return rows;
}
