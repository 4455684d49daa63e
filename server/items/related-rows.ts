// The rows a rule looks at (`needs`), read in one statement with what they hang on.
import type { Collection, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { columnType } from "#server/db/schema.ts";
import type { FieldTree, Shown } from "#server/items/field-tree.ts";
import { columnsSql } from "#server/items/select-sql.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import { fromDatabase } from "#server/items/values.ts";
import type { WriteContext } from "#server/items/write-context.ts";

/** Of each needed relation all its columns; `branch.parking_config` goes one deeper. */
export function needsTree({ collection, needs }: { collection: Collection; needs: readonly string[] }): FieldTree {
  const tree: FieldTree = new Map();
  for (const need of needs) {
    const [name, ...rest] = need.split(".");
    const other = collectionNamed(collection.fields[name!]!.to!)!;
    const inner: FieldTree = tree.get(name!)?.inner ?? plainColumns(other);
    tree.set(name!, { field: name!, inner });
    if (rest.length > 0)
      for (const [deeper, there] of needsTree({ collection: other, needs: [rest.join(".")] }))
        inner.set(deeper, merged(inner.get(deeper), there));
  }
  return tree;
}

function merged(one: Shown | undefined, other: Shown): Shown {
  if (!one?.inner || !other.inner) return one?.inner ? one : other;
  for (const [name, there] of other.inner) one.inner.set(name, merged(one.inner.get(name), there));
  return one;
}

function plainColumns(collection: Collection): FieldTree {
  return new Map(
    Object.entries(collection.fields)
      .filter(([, field]) => field.kind !== "many")
      .map(([name]) => [name, { field: name }]),
  );
}

/** The needed rows of a row that may not be stored yet, by its relations' keys. */
export async function relatedRows({
  ctx,
  collection,
  row,
  needs,
}: {
  ctx: WriteContext;
  collection: Collection;
  row: Row;
  needs: readonly string[];
}): Promise<{ [field: string]: Row | null }> {
  if (needs.length === 0) return {};
  const { text, keys, isByKeys } = statementOf({ collection, needs, now: ctx.now });
  const values = keys.map((name) => row[name] ?? null);
  // What points nowhere leads to nothing: the database need not be asked for that.
  if (isByKeys && values.every((value) => value === null)) return Object.fromEntries(keys.map((name) => [name, null]));
  const [found] = await ctx.tx.unsafe<Row[]>(text, values as never[], { prepare: true });
  return fromDatabase(collection, found!) as { [field: string]: Row | null };
}

interface Needed {
  collection: Collection;
  needs: readonly string[];
  now: Date;
}
interface NeedsStatement {
  text: string;
  /** The relations whose keys are its values, in their order. */
  keys: string[];
  /** There is nothing in it but what these lead to. */
  isByKeys: boolean;
}

// Made once: a collection needs the same in nearly all its writes, and making it costs as much as asking it.
const statements = new WeakMap<Collection, Map<string, NeedsStatement>>();

function statementOf({ collection, needs, now }: Needed): NeedsStatement {
  let known = statements.get(collection);
  if (!known) statements.set(collection, (known = new Map()));
  const asked = needs.join();
  let made = known.get(asked);
  if (!made) known.set(asked, (made = makeStatement({ collection, needs, now })));
  return made;
}

function makeStatement({ collection, needs, now }: Needed): NeedsStatement {
  const sql = new SqlText();
  const tree = needsTree({ collection, needs });
  const alias = sql.alias();
  const keys = [...tree.keys()].filter((name) => collection.fields[name]!.kind === "one");
  const own = keys.map((name) => `${sql.bind(name, columnType(collection.fields[name]!))} as ${quote(name)}`);
  const columns = columnsSql({ sql, collection, who: null, now, tree, alias });
  if (sql.values.length > keys.length) throw new Error("What a rule needs is found by keys alone.");
  return {
    text: `select ${columns} from (select ${own.join(", ")}) ${alias}`,
    keys,
    isByKeys: keys.length === tree.size,
  };
}
