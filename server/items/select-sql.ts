// §7: the read path's SQL: one statement whatever the depth; PostgreSQL makes the JSON.
import type { Collection, Field } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import type { FieldTree } from "#server/items/field-tree.ts";
import { type FilterScope, filterSql, rowsSql } from "#server/items/filter-sql.ts";
import { mayNameField, grantOf } from "#server/items/grants.ts";
import type { Query } from "#server/items/query.ts";
import { refuseField, refuseQuery } from "#server/items/refused.ts";
import { quote, type SqlText } from "#server/items/sql-text.ts";

/** How many rows of a to-many relation come along where the caller sets no limit, per parent. */
const relatedRows = 100;

export interface Reading {
  sql: SqlText;
  collection: Collection;
  who: Who | null;
  now: Date;
}

/** The rows of a list as one JSON array. */
export function listSql(reading: Reading & { query: Query; tree: FieldTree }): string {
  const { sql, collection, query, tree } = reading;
  const page = sql.alias();
  const scope = rootScope(reading, page);
  const where = whereSql({ scope, query });
  const rows = sql.alias();
  const inner =
    `select ${page}.* from ${quote(collection.name)} ${page}${where}` +
    ` order by ${orderSql({ scope, sort: query.sort })}${pagingSql(query, sql)}`;
  const selected = sql.alias();
  return (
    `(select coalesce(json_agg(${rows}), '[]') from ` +
    `(select ${columnsSql({ ...reading, tree, alias: selected })} from (${inner}) ${selected}) ${rows})`
  );
}

export function countSql(reading: Reading & { query: Query | null }): string {
  const alias = reading.sql.alias();
  const scope = rootScope(reading, alias);
  return `(select count(*)::int from ${quote(reading.collection.name)} ${alias}${whereSql({ scope, query: reading.query })})`;
}

function rootScope({ sql, collection, who, now }: Reading, alias: string): FilterScope {
  return { sql, collection, alias, who, now, path: "", depth: 0 };
}

function whereSql({ scope, query }: { scope: FilterScope; query: Query | null }): string {
  const conditions = rowsSql(scope);
  if (query?.filter) conditions.push(filterSql(query.filter, scope));
  if (query?.search) conditions.push(searchSql(query.search, scope));
  return conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
}

/** Case-insensitive `contains` over the texts one may read, and equality on numbers where the search is one. */
function searchSql(search: string, scope: FilterScope): string {
  const grant = scope.who ? grantOf({ collection: scope.collection, operation: "read", who: scope.who }) : undefined;
  const may = (name: string) => !scope.who || (grant !== undefined && mayNameField(grant, name));
  const number = /^\d{1,9}$/.test(search) ? Number(search) : undefined;
  const pattern = scope.sql.bind(`%${search.replace(/[\\%_]/g, "\\$&")}%`, "text");
  const parts = Object.entries(scope.collection.fields).flatMap(([name, field]) => {
    if (!may(name)) return [];
    if (field.kind === "text") return [`${scope.alias}.${quote(name)} ilike ${pattern}`];
    if (field.kind === "integer" && number !== undefined)
      return [`${scope.alias}.${quote(name)} = ${scope.sql.bind(number, "integer")}`];
    return [];
  });
  return parts.length === 0 ? "false" : `(${parts.join(" or ")})`;
}

function orderSql({ scope, sort }: { scope: FilterScope; sort: readonly string[] }): string {
  const keys = sort.map((key) => {
    const isDown = key.startsWith("-");
    return `${sortExpression({ path: (isDown ? key.slice(1) : key).split("."), scope })} ${isDown ? "desc" : "asc"}`;
  });
  // The key settles what the caller left open, so that pages never overlap.
  if (!sort.some((key) => key === "id" || key === "-id")) {
    const isLastDown = sort.at(-1)?.startsWith("-") ?? false;
    keys.push(`${scope.alias}."id" ${isLastDown ? "desc" : "asc"}`);
  }
  return keys.join(", ");
}

function sortExpression({ path, scope }: { path: readonly string[]; scope: FilterScope }): string {
  const [name, ...rest] = path;
  const field = name && Object.hasOwn(scope.collection.fields, name) ? scope.collection.fields[name] : undefined;
  const grant = scope.who ? grantOf({ collection: scope.collection, operation: "read", who: scope.who }) : undefined;
  if (!name || !field || (field.kind === "secret" && scope.who) || (scope.who && !(grant && mayNameField(grant, name))))
    return refuseField({ field: name ?? "", collection: scope.collection.name, path: scope.path });
  if (rest.length === 0) {
    if (field.kind === "many" || field.kind === "json") refuseQuery(`One cannot sort by "${name}".`);
    return `${scope.alias}.${quote(name)}`;
  }
  if (field.kind !== "one" || scope.depth > 5) refuseQuery(`One cannot sort by "${path.join(".")}".`);
  const other = collectionNamed(field.to!)!;
  const alias = scope.sql.alias();
  const inner = { ...scope, collection: other, alias, path: name, depth: scope.depth + 1 };
  const conditions = [`${alias}."id" = ${scope.alias}.${quote(name)}`, ...rowsSql(inner)];
  return `(select ${sortExpression({ path: rest, scope: inner })} from ${quote(other.name)} ${alias} where ${conditions.join(" and ")})`;
}

function pagingSql({ limit, offset }: Query, sql: SqlText): string {
  return (
    (limit === -1 ? "" : ` limit ${sql.bind(limit, "integer")}`) +
    (offset === 0 ? "" : ` offset ${sql.bind(offset, "integer")}`)
  );
}

/** The select list of one level: columns in their wire form, relations as keys or as JSON of their own. */
export function columnsSql(reading: Reading & { tree: FieldTree; alias: string }): string {
  return [...reading.tree]
    .map(
      ([name, inner]) =>
        `${fieldSql({ ...reading, name, field: reading.collection.fields[name]!, inner })} as ${quote(name)}`,
    )
    .join(", ");
}

type FieldReading = Reading & { alias: string; name: string; field: Field; inner: FieldTree | null };

function fieldSql(reading: FieldReading): string {
  const { alias, name, field, inner } = reading;
  if (field.kind === "many") return toManySql(reading);
  if (inner && field.kind === "one") return toOneSql(reading);
  return wireSql({ column: `${alias}.${quote(name)}`, field });
}

/** A column as the wire has it: times in UTC with milliseconds, money as text with its two decimals, secrets as stars. */
function wireSql({ column, field }: { column: string; field: Field }): string {
  switch (field.kind) {
    case "timestamp":
      return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case "money":
      return `${column}::text`;
    case "secret":
      return `case when ${column} is null then null else '**********' end`;
    default:
      return column;
  }
}

function toOneSql({ sql, collection: _, who, now, alias, name, field, inner }: FieldReading): string {
  const other = collectionNamed(field.to!)!;
  const there = sql.alias();
  const rows = sql.alias();
  const conditions = [
    `${there}."id" = ${alias}.${quote(name)}`,
    ...rowsSql({ sql, collection: other, alias: there, who, now, path: name, depth: 0 }),
  ];
  const columns = columnsSql({ sql, collection: other, who, now, tree: inner!, alias: there });
  return `(select row_to_json(${rows}) from (select ${columns} from ${quote(other.name)} ${there} where ${conditions.join(" and ")}) ${rows})`;
}

function toManySql({ sql, who, now, alias, field, inner }: FieldReading): string {
  const other = collectionNamed(field.to!)!;
  const there = sql.alias();
  const rows = sql.alias();
  const conditions = [
    `${there}.${quote(field.via!)} = ${alias}."id"`,
    ...rowsSql({ sql, collection: other, alias: there, who, now, path: "", depth: 0 }),
  ];
  const columns = inner ? columnsSql({ sql, collection: other, who, now, tree: inner, alias: there }) : `${there}."id"`;
  const from = `(select ${columns} from ${quote(other.name)} ${there} where ${conditions.join(" and ")} order by ${there}."id" limit ${relatedRows}) ${rows}`;
  return `(select coalesce(json_agg(${inner ? rows : `${rows}."id"`}), '[]') from ${from})`;
}
