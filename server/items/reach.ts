// §6: whether a row that is written stays within what its writer may write.
import type { Collection, Row } from "#domain/collection.ts";
import { isFlat, matches } from "#domain/filter.ts";
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
  const sql = new SqlText();
  const scope = ownScope({ sql, collection, ctx });
  const key = sql.bind(row["id"], columnType(collection.fields["id"]!));
  const [found] = await ctx.tx.unsafe(
    `select 1 from ${quote(collection.name)} ${scope.alias} where ${scope.alias}."id" = ${key} and ${filterSql(grant.rows, scope)}`,
    sql.values as never[],
    { prepare: true },
  );
  if (!found) refuse("FORBIDDEN");
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
