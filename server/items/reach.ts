// §6: whether a row that is written stays within what its writer may write.
import type { Collection, Row } from "#domain/collection.ts";
import { isFlat, matches } from "#domain/filter.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { columnType } from "#server/db/schema.ts";
import { filterSql, type FilterScope } from "#server/items/filter-sql.ts";
import type { Grant } from "#server/items/grants.ts";
import { refuse } from "#server/items/refused.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import type { WriteContext } from "#server/items/write-context.ts";

/**
 * A row one may not write is refused even where it would only just be made, or moved there: where the row itself says so
 * before it is written, so that what stands in the way over there is not told.
 */
export function refuseOutsideAtOnce({ grant, row }: { grant: Grant | null; row: Row }): void {
  if (grant && grant.rows !== true && isFlat(grant.rows) && !matches(row, grant.rows)) refuse("FORBIDDEN");
}

/** The same where other rows have to be asked: the row is there by now, and goes with the transaction. */
export async function refuseOutside({
  ctx,
  collection,
  grant,
  row,
}: {
  ctx: WriteContext;
  collection: Collection;
  grant: Grant | null;
  row: Row;
}): Promise<void> {
  if (!grant || grant.rows === true || isFlat(grant.rows)) return;
  const id = row["id"] as number | string;
  if (!(await isWithin({ sql: ctx.tx, collection, id, rows: grant.rows, now: ctx.now }))) refuse("FORBIDDEN");
}

/** Whether a row is there and one of those a rule gives. */
export async function isWithin({
  sql,
  collection,
  id,
  rows,
  now,
}: {
  sql: Sql | Tx;
  collection: Collection;
  id: number | string;
  rows: Grant["rows"];
  now: Date;
}): Promise<boolean> {
  const text = new SqlText();
  const scope: FilterScope = { sql: text, collection, alias: text.alias(), who: null, now, path: "", depth: 0 };
  const key = text.bind(id, columnType(collection.fields["id"]!));
  const condition = rows === true ? "" : ` and ${filterSql(rows, scope)}`;
  const found = await sql.unsafe(
    `select 1 from ${quote(collection.name)} ${scope.alias} where ${scope.alias}."id" = ${key}${condition}`,
    text.values as never[],
    { prepare: true },
  );
  return found.length > 0;
}

/** A scope of our own, which may look at everything. */
export function ownScope({
  sql,
  collection,
  ctx,
}: {
  sql: SqlText;
  collection: Collection;
  ctx: WriteContext;
}): FilterScope {
  return { sql, collection, alias: sql.alias(), who: null, now: ctx.now, path: "", depth: 0 };
}
