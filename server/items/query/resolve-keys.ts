// §7: resolves bulk writes by keys or query. A query selects readable rows; each row is then checked and written as if
// named by its key.
import { parseRows } from "#server/items/read/parse-rows.ts";
import type { Collection } from "#domain/schema/collection.ts";
import {
  parseChanges,
  type ItemChange,
  type Key,
  type ItemSelection,
  parseSelection,
} from "#server/items/rest/request-bodies.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { buildListStatement, readList } from "#server/items/read/read.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface ResolveInput {
  ctx: WriteContext;
  collection: Collection;
  body: unknown;
}

/** Returns the keys selected by a body. */
export async function resolveKeys({ ctx, collection, body }: ResolveInput): Promise<Key[]> {
  return resolveSelection({ ctx, collection, target: parseSelection({ collection, body }) });
}

/** Returns the changes of a body ordered by key, so that two bulk writes cannot deadlock. */
export async function resolveChanges({ ctx, collection, body }: ResolveInput): Promise<ItemChange[]> {
  const requested = parseChanges({ collection, body });
  const changes = Array.isArray(requested)
    ? requested
    : (await resolveSelection({ ctx, collection, target: requested })).map((id) => ({
        id,
        payload: { ...requested.data },
      }));
  return changes.toSorted((first, second) => (first.id < second.id ? -1 : 1));
}

async function resolveSelection({
  ctx,
  collection,
  target,
}: Omit<ResolveInput, "body"> & { target: ItemSelection }): Promise<Key[]> {
  if ("keys" in target) return target.keys;
  const statement = buildListStatement({ collection, actor: ctx.actor, query: target.query, now: ctx.now });
  const { data } = await readList({ sql: ctx.tx, statement });
  const keys = parseRows(data).map(({ id }) => id as Key);
  if (keys.length > queryLimits.writtenRows)
    throwInvalidPayload(`The query finds more than ${queryLimits.writtenRows} rows: narrow it, or give it a "limit".`);
  return keys;
}
