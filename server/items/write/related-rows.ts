// Loads the related rows for the rules (`include` of a collection) in one statement.
import type { Collection, Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { getColumnType } from "#server/db/schema.ts";
import type { FieldTree, SelectedField } from "#server/items/query/field-tree.ts";
import { buildColumnsSql } from "#server/items/read/select-sql.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Tree of all columns of the included relations; `branch.parking_config` includes a nested one. */
export function buildIncludeTree({
  collection,
  include,
}: {
  collection: Collection;
  include: readonly string[];
}): FieldTree {
  const tree: FieldTree = new Map();
  for (const path of include) {
    const [name, ...rest] = path.split(".");
    const relatedCollection = findCollection(collection.fields[name!]!.target!)!;
    const children: FieldTree = tree.get(name!)?.children ?? getPlainColumns(relatedCollection);
    tree.set(name!, { field: name!, children });
    if (rest.length > 0)
      for (const [childName, childSelection] of buildIncludeTree({
        collection: relatedCollection,
        include: [rest.join(".")],
      }))
        children.set(childName, mergeSelected(children.get(childName), childSelection));
  }
  return tree;
}

function mergeSelected(first: SelectedField | undefined, second: SelectedField): SelectedField {
  if (!first?.children || !second.children) return first?.children ? first : second;
  for (const [name, childSelection] of second.children)
    first.children.set(name, mergeSelected(first.children.get(name), childSelection));
  return first;
}

function getPlainColumns(collection: Collection): FieldTree {
  return new Map(
    Object.entries(collection.fields)
      .filter(([, field]) => field.kind !== "many")
      .map(([name]) => [name, { field: name }]),
  );
}

/** Loads the included rows by the relation keys of a row, which need not be stored yet. */
export async function loadRelatedRows({
  ctx,
  collection,
  row,
  include,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
  include: readonly string[];
}): Promise<{ [field: string]: Row | null }> {
  if (include.length === 0) return {};
  const { text, keys, isByKeys } = getStatement({ collection, include, now: ctx.now });
  const values = keys.map((name) => row[name] ?? null);
  // No query is needed if all relations are null.
  if (isByKeys && values.every((value) => value === null)) return Object.fromEntries(keys.map((name) => [name, null]));
  const [loaded] = await ctx.tx.unsafe<Row[]>(text, values as never[], { prepare: true });
  return fromDatabase(collection, loaded!) as { [field: string]: Row | null };
}

interface IncludeInput {
  collection: Collection;
  include: readonly string[];
  now: Date;
}
interface IncludeStatement {
  text: string;
  /** Relations whose keys are the values of the statement, in order. */
  keys: string[];
  /** True if the statement only loads rows by these keys. */
  isByKeys: boolean;
}

// Cached, since most writes of a collection include the same relations, and building the statement takes as long as its
// query.
const statements = new WeakMap<Collection, Map<string, IncludeStatement>>();

function getStatement({ collection, include, now }: IncludeInput): IncludeStatement {
  let collectionStatements = statements.get(collection);
  if (!collectionStatements) statements.set(collection, (collectionStatements = new Map()));
  const cacheKey = include.join();
  let statement = collectionStatements.get(cacheKey);
  if (!statement) collectionStatements.set(cacheKey, (statement = buildStatement({ collection, include, now })));
  return statement;
}

function buildStatement({ collection, include, now }: IncludeInput): IncludeStatement {
  const sql = new SqlText();
  const tree = buildIncludeTree({ collection, include });
  const alias = sql.alias();
  const keys = [...tree.keys()].filter((name) => collection.fields[name]!.kind === "one");
  const keyColumns = keys.map(
    (name) => `${sql.bind(name, getColumnType(collection.fields[name]!))} as ${quoteIdentifier(name)}`,
  );
  const columns = buildColumnsSql({ sql, collection, actor: null, now, tree, alias });
  if (sql.values.length > keys.length) throw new Error("Included relations can be loaded by keys only.");
  return {
    text: `select ${columns} from (select ${keyColumns.join(", ")}) ${alias}`,
    keys,
    isByKeys: keys.length === tree.size,
  };
}
