// §7: the answer of a write: the rows as the one who wrote them may see them.
import type { Collection } from "#domain/collection.ts";
import type { Key } from "#server/items/bodies.ts";
import { grantOf } from "#server/items/grants.ts";
import { readList } from "#server/items/read.ts";
import { statementById } from "#server/items/remembered.ts";
import type { WriteContext } from "#server/items/write-context.ts";

/**
 * Reads rows back for the one who has just written them, in the same transaction; null where they may not read them.
 * A field that may not be named is FORBIDDEN, and then nothing is written.
 */
export async function writtenRows({
  ctx,
  collection,
  ids,
  shown,
}: {
  ctx: WriteContext;
  collection: Collection;
  ids: readonly Key[];
  /** The query string that says what is asked of each row. */
  shown: string;
}): Promise<string[] | null> {
  if (!grantOf({ collection, operation: "read", who: ctx.who })) return null;
  const rows: string[] = [];
  for (const id of ids) {
    const statement = statementById({ collection, who: ctx.who, queryText: shown, id: String(id), now: ctx.now });
    const { data } = await readList({ sql: ctx.tx, statement });
    if (data === "[]") return null;
    rows.push(data.slice(1, -1));
  }
  return rows;
}
