// §7: result of a write: the rows as readable by the actor.
import type { Collection } from "#domain/schema/collection.ts";
import type { Key } from "#server/items/rest/request-bodies.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { type ListResult, readWithCommit } from "#server/items/read/read.ts";
import { getRowStatement } from "#server/items/read/statement-cache.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Reads written rows in the same transaction; its result returns them once that is over, or null if the actor may not read them.
 * A requested field without read permission is FORBIDDEN and rolls the write back.
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
}): Promise<() => Promise<string[] | null>> {
  if (!getGrant({ collection, operation: "read", actor: ctx.actor })) return () => Promise.resolve(null);
  const answers: (() => Promise<ListResult>)[] = [];
  for (const id of ids) {
    const statement = getRowStatement({
      collection,
      actor: ctx.actor,
      queryText: fieldsQuery,
      id: String(id),
      now: ctx.now,
      isVerified: true,
    });
    answers.push(await readWithCommit({ tx: ctx.tx, statement }));
  }
  return async () => {
    const rows = await Promise.all(answers.map((answer) => answer()));
    return rows.some(({ data }) => data === "[]") ? null : rows.map(({ data }) => data.slice(1, -1));
  };
}
