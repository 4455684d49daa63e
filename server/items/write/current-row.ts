// Loads a row before a change, with its version and the related rows for the rules, in one statement.
import type { Collection, Row } from "#domain/schema/collection.ts";
import { getColumnType } from "#server/db/schema.ts";
import { buildFilterSql } from "#server/items/query/filter-sql.ts";
import type { AccessGrant } from "#server/items/access/grants.ts";
import type { WriteDecision } from "#server/items/write/prepare.ts";
import { createUnrestrictedScope } from "#server/items/access/row-access.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { buildIncludeTree, loadRelatedRows } from "#server/items/write/related-rows.ts";
import { buildColumnsSql } from "#server/items/read/select-sql.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export interface CurrentRow {
  before: Row;
  version: string;
  related: WriteDecision["related"];
}

/** Throws FORBIDDEN for a row that does not exist or is outside the grant. */
export async function loadCurrentRow({
  ctx,
  collection,
  id,
  grant,
}: CurrentRowInput & { id: number | string }): Promise<CurrentRow> {
  const { text, values } = getStatement({ collection, grant, ctx });
  const [row] = await ctx.tx.unsafe<Row[]>(text, [...values, id] as never[], { prepare: true });
  if (!row) throwApiError("FORBIDDEN");
  const { _version, _related, ...before } = row;
  return {
    before: fromDatabase(collection, before),
    version: _version as string,
    related: fromDatabase(collection, (_related ?? {}) as Row) as WriteDecision["related"],
  };
}

interface CurrentRowInput {
  ctx: WriteContext;
  collection: Collection;
  grant: AccessGrant;
}
interface RowStatement {
  text: string;
  /** Values of the grant; the row id is appended as last value. */
  values: unknown[];
}

// Cached per grant, since the same actors change rows of the same collections; internal writes share one grant.
const statements = new WeakMap<AccessGrant, Map<Collection, RowStatement>>();

function getStatement(input: CurrentRowInput): RowStatement {
  const { collection, grant } = input;
  let grantStatements = statements.get(grant);
  if (!grantStatements) statements.set(grant, (grantStatements = new Map()));
  const cached = grantStatements.get(collection);
  if (cached) return cached;
  const statement = buildStatement(input);
  // `$NOW` changes with each request.
  if (!JSON.stringify(grant.rows).includes("$NOW")) grantStatements.set(collection, statement);
  return statement;
}

function buildStatement({ collection, grant, ctx }: CurrentRowInput): RowStatement {
  const sql = new SqlText();
  const scope = createUnrestrictedScope({ sql, collection, ctx });
  const { alias } = scope;
  const tree = buildIncludeTree({ collection, include: collection.include ?? [] });
  const related =
    tree.size === 0
      ? ""
      : `, (select row_to_json(needed) from (select ${buildColumnsSql({ sql, collection, actor: null, now: ctx.now, tree, alias })}) needed) as "_related"`;
  const rows = grant.rows === true ? "" : ` and ${buildFilterSql(grant.rows, scope)}`;
  const values = [...sql.values];
  const key = sql.bind(null, getColumnType(collection.fields["id"]!));
  const text = `select ${alias}.*, ${alias}.xmin::text as "_version"${related} from ${quoteIdentifier(collection.name)} ${alias} where ${alias}."id" = ${key}${rows}`;
  return { text, values };
}

/** Reloads related rows whose relation changes, since the rules need the new ones. */
export async function loadRelatedAfter({
  ctx,
  collection,
  changes,
  before,
  related,
}: Omit<CurrentRow, "version"> & { ctx: WriteContext; collection: Collection; changes: Row }): Promise<
  CurrentRow["related"]
> {
  const changedPaths = (collection.include ?? []).filter((path) => {
    const name = path.split(".")[0]!;
    return name in changes && changes[name] !== before[name];
  });
  if (changedPaths.length === 0) return related;
  return {
    ...related,
    ...(await loadRelatedRows({ ctx, collection, row: { ...before, ...changes }, include: changedPaths })),
  };
}
