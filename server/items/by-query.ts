// §7: writes of the rows that keys or a query name. Those a query finds are rows one may read; each is then written, or
// refused, as if it had been named.
import type { Collection } from "#domain/collection.ts";
import { changesOf, type ItemChange, type Key, type Target, targetOf } from "#server/items/bodies.ts";
import { cost } from "#server/items/cost.ts";
import { listStatement, readList } from "#server/items/read.ts";
import { refusePayload } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";

interface Asked {
  ctx: WriteContext;
  collection: Collection;
  body: unknown;
}

/** The keys a body speaks of. */
export async function keysIn({ ctx, collection, body }: Asked): Promise<Key[]> {
  return keysAt({ ctx, collection, target: targetOf({ collection, body }) });
}

/** The changes a body speaks of, in the order of their keys, so that two lists never wait for each other. */
export async function changesIn({ ctx, collection, body }: Asked): Promise<ItemChange[]> {
  const asked = changesOf({ collection, body });
  const changes = Array.isArray(asked)
    ? asked
    : (await keysAt({ ctx, collection, target: asked })).map((id) => ({ id, payload: { ...asked.data } }));
  return changes.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function keysAt({ ctx, collection, target }: Omit<Asked, "body"> & { target: Target }): Promise<Key[]> {
  if ("keys" in target) return target.keys;
  const statement = listStatement({ collection, who: ctx.who, query: target.query, now: ctx.now });
  const { data } = await readList({ sql: ctx.tx, statement });
  const keys = (JSON.parse(data) as { id: Key }[]).map(({ id }) => id);
  if (keys.length > cost.writtenRows)
    refusePayload(`The query finds more than ${cost.writtenRows} rows: narrow it, or give it a "limit".`);
  return keys;
}
