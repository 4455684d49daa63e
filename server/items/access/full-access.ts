// §6: checks whether an actor has full access to a row or only to the fields of a partial rule.
import type { Collection } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";

/** True without a partial rule. Does not check whether the row can be read at all. */
export async function hasFullRowAccess({
  sql,
  collection,
  id,
  actor,
  now,
}: {
  sql: Sql | Tx;
  collection: Collection;
  id: number | string;
  actor: Actor;
  now: Date;
}): Promise<boolean> {
  const partial = getGrant({ collection, operation: "read", actor })?.partialAccess;
  return !partial || isRowWithin({ sql, collection, id, rows: partial.fullAccessRows, now });
}
