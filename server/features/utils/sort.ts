// §7 POST /utils/sort/{collection}: one row of a list is put where another one is; the rows between move up by one place.
import type { Collection, Row } from "#domain/collection.ts";
import { columnType } from "#server/db/schema.ts";
import { keyOf } from "#server/items/bodies.ts";
import { currentRow } from "#server/items/current-row.ts";
import { grantOf } from "#server/items/grants.ts";
import { refusePayload, refuseQuery, refuseWrite } from "#server/items/refused.ts";
import { listsTakeTurns } from "#server/items/routes.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const longestList = 1_000;

/** Both rows must be of one list, and the caller's to change: INVALID_PAYLOAD, FORBIDDEN. */
export async function moveTo({
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
  const { sorted } = collection;
  if (!sorted) refuseQuery(`"${collection.name}" has no order of its own.`);
  const grant = grantOf({ collection, operation: "update", who: ctx.who });
  if (!grant) refuseWrite(collection);
  await listsTakeTurns(ctx);
  const [moved, place] = [keyOf({ collection, id: item }), keyOf({ collection, id: to })];
  const { before } = await currentRow({ ctx, collection, id: moved, grant });
  const keys = await listAround({ ctx, collection, row: before });
  if (keys.length > longestList) refusePayload(`Lists of more than ${longestList} rows are not put in order here.`);
  const [from, until] = [keys.indexOf(moved), keys.indexOf(place)];
  if (until < 0) refusePayload("Both rows must be in one list.");
  const ordered = keys.toSpliced(from, 1).toSpliced(until, 0, moved);
  // A row that has its place already is no change and leaves no trace.
  for (const [index, id] of ordered.entries())
    await updateItem({ ctx, collection, id, payload: { [sorted.by]: index + 1 } });
}

/** The keys of the list a row is in, in their order. */
async function listAround({
  ctx,
  collection,
  row,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
}): Promise<(number | string)[]> {
  const { by, within } = collection.sorted!;
  const sql = new SqlText();
  const shared = within.map(
    (name) => `${quote(name)} is not distinct from ${sql.bind(row[name], columnType(collection.fields[name]!))}`,
  );
  const found = await ctx.tx.unsafe<{ id: number | string }[]>(
    `select "id" from ${quote(collection.name)} where ${shared.join(" and ") || "true"} order by ${quote(by)} nulls last, "id" limit ${longestList + 1}`,
    sql.values as never[],
  );
  return found.map(({ id }) => id);
}
