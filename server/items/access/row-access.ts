// §6: checks that a written row is within the grant of the actor.
import type { Collection, Row } from "#domain/schema/collection.ts";
import { isFlatFilter, matchesFilter } from "#domain/schema/filter.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { getColumnType } from "#server/db/schema.ts";
import { buildFilterSql, type FilterScope } from "#server/items/query/filter-sql.ts";
import type { AccessGrant } from "#server/items/access/grants.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/**
 * Checks the new or changed row against the grant before it is written where the row alone is sufficient, so that
 * constraint errors reveal nothing about rows outside the grant.
 */
export function assertRowAllowedBeforeWrite({ grant, row }: { grant: AccessGrant | null; row: Row }): void {
  if (grant && grant.rows !== true && isFlatFilter(grant.rows) && !matchesFilter(row, grant.rows))
    throwApiError("FORBIDDEN");
}

/**
 * Checks a grant that depends on other rows after the write, within the transaction, which is rolled back on failure.
 */
export async function assertRowAllowedAfterWrite({
  ctx,
  collection,
  grant,
  row,
}: {
  ctx: WriteContext;
  collection: Collection;
  grant: AccessGrant | null;
  row: Row;
}): Promise<void> {
  if (!grant || grant.rows === true || isFlatFilter(grant.rows)) return;
  const id = row["id"] as number | string;
  if (!(await isRowWithin({ sql: ctx.tx, collection, id, rows: grant.rows, now: ctx.now }))) throwApiError("FORBIDDEN");
}

/** True if the row exists and matches the row filter. */
export async function isRowWithin({
  sql,
  collection,
  id,
  rows,
  now,
}: {
  sql: Sql | Tx;
  collection: Collection;
  id: number | string;
  rows: AccessGrant["rows"];
  now: Date;
}): Promise<boolean> {
  const text = new SqlText();
  const scope: FilterScope = { sql: text, collection, alias: text.alias(), actor: null, now, path: "", depth: 0 };
  const key = text.bind(id, getColumnType(collection.fields["id"]!));
  const condition = rows === true ? "" : ` and ${buildFilterSql(rows, scope)}`;
  const matches = await sql.unsafe(
    `select 1 from ${quoteIdentifier(collection.name)} ${scope.alias} where ${scope.alias}."id" = ${key}${condition}`,
    text.values as never[],
    { prepare: true },
  );
  return matches.length > 0;
}

/** Creates a filter scope without access checks, for internal queries. */
export function createUnrestrictedScope({
  sql,
  collection,
  ctx,
}: {
  sql: SqlText;
  collection: Collection;
  ctx: WriteContext;
}): FilterScope {
  return { sql, collection, alias: sql.alias(), actor: null, now: ctx.now, path: "", depth: 0 };
}
