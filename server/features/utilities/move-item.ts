// §7 POST /utils/sort/{collection}: moves a row of an ordered list to the position of another one; the rows in between
// shift by one.
import type { Collection, Row } from "#domain/schema/collection.ts";
import { getColumnType } from "#server/db/schema.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { loadCurrentRow } from "#server/items/write/current-row.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { throwInvalidPayload, throwInvalidQuery, throwWriteForbidden } from "#server/items/api-error.ts";
import { acquireBulkWriteLock } from "#server/items/rest/routes.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

const maxListLength = 1_000;

/** Both rows must be in one list and writable by the actor: INVALID_PAYLOAD, FORBIDDEN. */
export async function moveItem({
  ctx,
  collection,
  item,
  to,
}: {
  ctx: WriteContext;
  collection: Collection;
  item: unknown;
  to: unknown;
}): Promise<void> {
  const { manualOrder } = collection;
  if (!manualOrder) throwInvalidQuery(`"${collection.name}" has no order of its own.`);
  const grant = getGrant({ collection, operation: "update", actor: ctx.actor });
  if (!grant) throwWriteForbidden(collection);
  await acquireBulkWriteLock(ctx);
  const [movedKey, targetKey] = [parseKey({ collection, id: item }), parseKey({ collection, id: to })];
  const { before } = await loadCurrentRow({ ctx, collection, id: movedKey, grant });
  const keys = await readSiblings({ ctx, collection, row: before });
  if (keys.length > maxListLength)
    throwInvalidPayload(`Lists of more than ${maxListLength} rows are not put in order here.`);
  const [currentIndex, targetIndex] = [keys.indexOf(movedKey), keys.indexOf(targetKey)];
  if (targetIndex < 0) throwInvalidPayload("Both rows must be in one list.");
  const ordered = keys.toSpliced(currentIndex, 1).toSpliced(targetIndex, 0, movedKey);
  // A row already at its position is unchanged and writes no revision.
  for (const [index, id] of ordered.entries())
    await updateItem({ ctx, collection, id, payload: { [manualOrder.field]: index + 1 } });
}

/** Reads the keys of the list that contains the row, in order. */
async function readSiblings({
  ctx,
  collection,
  row,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
}): Promise<(number | string)[]> {
  const { field, scope } = collection.manualOrder!;
  const sql = new SqlText();
  const scopeConditions = scope.map(
    (name) =>
      `${quoteIdentifier(name)} is not distinct from ${sql.bind(row[name], getColumnType(collection.fields[name]!))}`,
  );
  const rows = await ctx.tx.unsafe<{ id: number | string }[]>(
    `select "id" from ${quoteIdentifier(collection.name)} where ${scopeConditions.join(" and ") || "true"} order by ${quoteIdentifier(field)} nulls last, "id" limit ${maxListLength + 1}`,
    sql.values,
  );
  return rows.map(({ id }) => id);
}
