// A row as it stands before a change, with its version and the rows its rules look at, in one statement.
import type { Collection, Row } from "#domain/collection.ts";
import { columnType } from "#server/db/schema.ts";
import { filterSql } from "#server/items/filter-sql.ts";
import type { Grant } from "#server/items/grants.ts";
import type { Decision } from "#server/items/prepare.ts";
import { ownScope } from "#server/items/reach.ts";
import { refuse } from "#server/items/refused.ts";
import { needsTree, relatedRows } from "#server/items/related-rows.ts";
import { columnsSql } from "#server/items/select-sql.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import { fromDatabase } from "#server/items/values.ts";
import type { WriteContext } from "#server/items/write-context.ts";

export interface Current {
  before: Row;
  version: string;
  related: Decision["related"];
}

/** Throws FORBIDDEN for a row that is not there or not within the grant. */
export async function currentRow({ ctx, collection, id, grant }: Asked & { id: number | string }): Promise<Current> {
  const { text, values } = statementOf({ collection, grant, ctx });
  const [found] = await ctx.tx.unsafe<Row[]>(text, [...values, id] as never[], { prepare: true });
  if (!found) refuse("FORBIDDEN");
  const { _version, _related, ...before } = found;
  return {
    before: fromDatabase(collection, before),
    version: _version as string,
    related: fromDatabase(collection, (_related ?? {}) as Row) as Decision["related"],
  };
}

interface Asked {
  ctx: WriteContext;
  collection: Collection;
  grant: Grant;
}
interface RowStatement {
  text: string;
  /** Those of the grant; the row's key is the last. */
  values: unknown[];
}

// Made once for each grant: the same rows are changed by the same people all day, and our own grant is one and the same.
const statements = new WeakMap<Grant, Map<Collection, RowStatement>>();

function statementOf(asked: Asked): RowStatement {
  const { collection, grant } = asked;
  let known = statements.get(grant);
  if (!known) statements.set(grant, (known = new Map()));
  const before = known.get(collection);
  if (before) return before;
  const made = makeStatement(asked);
  // `$NOW` is another time each time.
  if (!JSON.stringify(grant.rows).includes("$NOW")) known.set(collection, made);
  return made;
}

function makeStatement({ collection, grant, ctx }: Asked): RowStatement {
  const sql = new SqlText();
  const scope = ownScope({ sql, collection, ctx });
  const { alias } = scope;
  const tree = needsTree({ collection, needs: collection.needs ?? [] });
  const related =
    tree.size === 0
      ? ""
      : `, (select row_to_json(needed) from (select ${columnsSql({ sql, collection, who: null, now: ctx.now, tree, alias })}) needed) as "_related"`;
  const rows = grant.rows === true ? "" : ` and ${filterSql(grant.rows, scope)}`;
  const values = [...sql.values];
  const key = sql.bind(null, columnType(collection.fields["id"]!));
  const text = `select ${alias}.*, ${alias}.xmin::text as "_version"${related} from ${quote(collection.name)} ${alias} where ${alias}."id" = ${key}${rows}`;
  return { text, values };
}

/** The rules look at the rows this one will point to, not at those it pointed to before. */
export async function relatedAfter({
  ctx,
  collection,
  sent,
  before,
  related,
}: Omit<Current, "version"> & { ctx: WriteContext; collection: Collection; sent: Row }): Promise<Current["related"]> {
  const moved = (collection.needs ?? []).filter((need) => {
    const name = need.split(".")[0]!;
    return name in sent && sent[name] !== before[name];
  });
  if (moved.length === 0) return related;
  return { ...related, ...(await relatedRows({ ctx, collection, row: { ...before, ...sent }, needs: moved })) };
}
