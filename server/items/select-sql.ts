// §7: the read path's SQL: one statement whatever the depth; PostgreSQL makes the JSON.
import type { Collection, Field } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { cost } from "#server/items/cost.ts";
import { callSql } from "#server/items/field-call.ts";
import type { FieldTree, Shown } from "#server/items/field-tree.ts";
import { countSql as countOfRelation, type FilterScope, filterSql, rowsSql } from "#server/items/filter-sql.ts";
import { groupsSql, isGrouped } from "#server/items/aggregate-sql.ts";
import { orderSql, pagingSql } from "#server/items/order-sql.ts";
import type { Part, Query } from "#server/items/query.ts";
import { otherEnd } from "#server/items/readable.ts";
import { searchSql } from "#server/items/search-sql.ts";
import { quote, type SqlText } from "#server/items/sql-text.ts";
import { wireSql } from "#server/items/wire-sql.ts";

export interface Reading {
  sql: SqlText;
  collection: Collection;
  who: Who | null;
  now: Date;
}

/** A select of the rows of a list, in their order, each column as the wire has it. */
function rowsOfListSql(reading: Reading & { query: Query; tree: FieldTree }): string {
  const { sql, collection, query, tree } = reading;
  const page = sql.alias();
  const scope = rootScope(reading, page);
  const where = whereSql({ scope, part: query });
  if (isGrouped(query)) return groupsSql({ query, scope, where });
  const inner =
    `select ${page}.* from ${quote(collection.name)} ${page}${where}` +
    ` order by ${orderSql({ scope, sort: query.sort })}${pagingSql({ ...mostRows(query), sql })}`;
  const selected = sql.alias();
  return `select ${columnsSql({ ...reading, tree, alias: selected })} from (${inner}) ${selected}`;
}

/** All rows are one more than an answer may hold, so that too many are noticed. */
function mostRows({ limit, offset }: Query): { limit: number; offset: number } {
  return { limit: limit === -1 ? cost.rows + 1 : limit, offset };
}

/** The rows of a list as one JSON array. */
export function listSql(reading: Reading & { query: Query; tree: FieldTree }): string {
  const rows = reading.sql.alias();
  return `(select coalesce(json_agg(${rows}), '[]') from (${rowsOfListSql(reading)}) ${rows})`;
}

/** The same, and null where it is more than an answer may hold. */
export function longListSql(reading: Reading & { query: Query; tree: FieldTree }): string {
  const rows = reading.sql.alias();
  const all = reading.sql.alias();
  const fits = `${all}.count <= ${cost.rows} and octet_length(${all}.data) <= ${cost.answerBytes}`;
  return (
    `(select case when ${fits} then ${all}.data end from ` +
    `(select coalesce(json_agg(${rows}), '[]')::text as data, count(*) as count from (${rowsOfListSql(reading)}) ${rows}) ${all})`
  );
}

export function countSql(reading: Reading & { query: Query | null }): string {
  const alias = reading.sql.alias();
  const scope = rootScope(reading, alias);
  reading.sql.beginFilterAgain();
  return `(select count(*)::int from ${quote(reading.collection.name)} ${alias}${whereSql({ scope, part: reading.query })})`;
}

function rootScope({ sql, collection, who, now }: Reading, alias: string): FilterScope {
  return { sql, collection, alias, who, now, path: "", depth: 0 };
}

function whereSql({ scope, part }: { scope: FilterScope; part: Part | null }): string {
  const conditions = conditionsSql({ scope, part });
  return conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
}

/** The rows one may read, and which of them are asked for. */
function conditionsSql({ scope, part }: { scope: FilterScope; part: Part | null | undefined }): string[] {
  const conditions = rowsSql(scope);
  if (part?.filter) conditions.push(filterSql(part.filter, scope));
  if (part?.search) conditions.push(searchSql(part.search, scope));
  return conditions;
}

/** The select list of one level: columns in their wire form, relations as keys or as JSON of their own. */
export function columnsSql(reading: Reading & { tree: FieldTree; alias: string; path?: string }): string {
  return [...reading.tree].map(([key, shown]) => `${shownSql({ ...reading, shown })} as ${quote(key)}`).join(", ");
}

type ShownReading = Reading & { alias: string; path?: string; shown: Shown };

function shownSql(reading: ShownReading): string {
  const { alias, collection, shown, sql } = reading;
  const { field: name, call, inner } = shown;
  const field = collection.fields[name]!;
  if (call?.function === "count")
    return `${countOfRelation({ name, field, scope: { ...rootScope(reading, alias), path: reading.path ?? "" } })}::text`;
  if (call) return callSql({ call, alias, sql }) + (call.function === "json" ? "" : "::text");
  if (field.kind === "many") return toManySql({ ...reading, field });
  if (inner && field.kind === "one") return toOneSql({ ...reading, field, inner });
  return wireSql({ column: `${alias}.${quote(name)}`, field });
}

/** The collection at the other end of a relation, and how its rows are spoken of there. */
function otherReading({ sql, who, now, path, shown, field }: ShownReading & { field: Field }) {
  const collection = otherEnd(field);
  const alias = sql.alias();
  const there = path ? `${path}.${shown.field}` : shown.field;
  const scope: FilterScope = { sql, collection, alias, who, now, path: there, depth: 0 };
  return {
    reading: { sql, collection, who, now, alias, path: there },
    scope,
    from: `${quote(collection.name)} ${alias}`,
  };
}

/** The other row as an object; null where there is none, one may not read it, or `deep` filters it out. */
function toOneSql(given: ShownReading & { field: Field; inner: FieldTree }): string {
  const { alias, shown, inner, sql } = given;
  const { reading, scope, from } = otherReading(given);
  const rows = sql.alias();
  const conditions = [`${scope.alias}."id" = ${alias}.${quote(shown.field)}`];
  conditions.push(...conditionsSql({ scope, part: shown.part }));
  const columns = columnsSql({ ...reading, tree: inner });
  return `(select row_to_json(${rows}) from (select ${columns} from ${from} where ${conditions.join(" and ")}) ${rows})`;
}

/** The other rows as a list, of keys or of objects; a hundred of each parent where nothing else is said. */
function toManySql(given: ShownReading & { field: Field }): string {
  const { alias, shown, field, sql } = given;
  const { reading, scope, from } = otherReading(given);
  const { inner, part } = shown;
  const rows = sql.alias();
  const conditions = [`${scope.alias}.${quote(field.via!)} = ${alias}."id"`];
  conditions.push(...conditionsSql({ scope, part }));
  const columns = inner ? columnsSql({ ...reading, tree: inner }) : `${scope.alias}."id"`;
  const order = orderSql({ scope, sort: part?.sort ?? [] });
  const paging = part ? pagingSql({ ...part, sql }) : ` limit ${cost.relatedRows}`;
  const selected = `select ${columns} from ${from} where ${conditions.join(" and ")} order by ${order}${paging}`;
  return `(select coalesce(json_agg(${inner ? rows : `${rows}."id"`}), '[]') from (${selected}) ${rows})`;
}
