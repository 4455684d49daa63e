// §7: SQL of the read path: one statement at any depth, with JSON built by PostgreSQL.
import type { Collection, Field } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { buildFunctionSql } from "#server/items/query/field-function.ts";
import type { FieldTree, SelectedField } from "#server/items/query/field-tree.ts";
import {
  buildColumnSql,
  buildRelationCountSql as countOfRelation,
  type FilterScope,
  buildFilterSql,
  buildListAccessConditions,
  getFullAccessColumn,
  buildFullAccessJoinSql,
  buildAccessConditions,
} from "#server/items/query/filter-sql.ts";
import { buildGroupsSql, isGrouped } from "#server/items/read/aggregate-sql.ts";
import { buildOrderSql, buildPagingSql } from "#server/items/query/order-sql.ts";
import type { ListOptions, Query } from "#server/items/query/query.ts";
import { getRelatedCollection } from "#server/items/access/readable-fields.ts";
import { buildSearchSql } from "#server/items/query/search-sql.ts";
import { quoteIdentifier, type SqlText } from "#server/items/query/sql-text.ts";
import { buildWireSql } from "#server/items/read/wire-sql.ts";

export interface SelectInput {
  sql: SqlText;
  collection: Collection;
  actor: Actor | null;
  now: Date;
}

/** SELECT of the rows of a list in order, with columns in wire format. */
function buildListRowsSql(input: SelectInput & { query: Query; tree: FieldTree }): string {
  const { sql, collection, query, tree } = input;
  const page = sql.alias();
  const scope = createRootScope(input, page);
  const where = buildWhereSql({ scope, options: query });
  if (isGrouped(query)) return buildGroupsSql({ query, scope, where });
  const order = buildOrderSql({ scope, sort: query.sort });
  const pageSql =
    `select ${page}.* from ${quoteIdentifier(collection.name)} ${page}${order.joins}${where}` +
    ` order by ${order.keys}${buildPagingSql({ ...getMaxRows(query), sql })}`;
  const rowAlias = sql.alias();
  const fullAccessJoin = buildFullAccessJoinSql(createRootScope(input, rowAlias));
  return `select ${buildColumnsSql({ ...input, tree, alias: rowAlias })} from (${pageSql}) ${rowAlias}${fullAccessJoin}`;
}

/** Without a limit selects one row more than allowed, to detect results that are too large. */
function getMaxRows({ limit, offset }: Query): { limit: number; offset: number } {
  return { limit: limit === -1 ? queryLimits.rows + 1 : limit, offset };
}

/** SQL of the rows of a list as a JSON array. */
export function buildListSql(input: SelectInput & { query: Query; tree: FieldTree }): string {
  const rows = input.sql.alias();
  return `(select coalesce(json_agg(${rows}), '[]') from (${buildListRowsSql(input)}) ${rows})`;
}

/** The same, but null if the result exceeds the limits. */
export function buildLimitedListSql(input: SelectInput & { query: Query; tree: FieldTree }): string {
  const rows = input.sql.alias();
  const total = input.sql.alias();
  const isWithinLimits = `${total}.count <= ${queryLimits.rows} and octet_length(${total}.data) <= ${queryLimits.answerBytes}`;
  return (
    `(select case when ${isWithinLimits} then ${total}.data end from ` +
    `(select coalesce(json_agg(${rows}), '[]')::text as data, count(*) as count from (${buildListRowsSql(input)}) ${rows}) ${total})`
  );
}

export function buildCountSql(input: SelectInput & { query: Query | null }): string {
  const alias = input.sql.alias();
  const scope = { ...createRootScope(input, alias), isCounted: true };
  input.sql.resetFilterBudget();
  return `(select count(*)::int from ${quoteIdentifier(input.collection.name)} ${alias}${buildWhereSql({ scope, options: input.query })})`;
}

function createRootScope({ sql, collection, actor, now }: SelectInput, alias: string): FilterScope {
  return { sql, collection, alias, actor, now, path: "", depth: 0 };
}

function buildWhereSql({ scope, options }: { scope: FilterScope; options: ListOptions | null }): string {
  const conditions = [...buildListAccessConditions(scope), ...buildRequestedConditions({ scope, options })];
  return conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
}

/** Conditions of read access and of the request. */
function buildConditions({
  scope,
  options,
}: {
  scope: FilterScope;
  options: ListOptions | null | undefined;
}): string[] {
  return [...buildAccessConditions(scope), ...buildRequestedConditions({ scope, options })];
}

function buildRequestedConditions({
  scope,
  options,
}: {
  scope: FilterScope;
  options: ListOptions | null | undefined;
}): string[] {
  const conditions: string[] = [];
  if (options?.filter) conditions.push(buildFilterSql(options.filter, scope));
  if (options?.search) conditions.push(buildSearchSql(options.search, scope));
  return conditions;
}

/** Select list of one level: columns in wire format, relations as keys or nested JSON. */
export function buildColumnsSql(input: SelectInput & { tree: FieldTree; alias: string; path?: string }): string {
  return [...input.tree]
    .map(([key, selected]) => `${buildSelectedFieldSql({ ...input, selected })} as ${quoteIdentifier(key)}`)
    .join(", ");
}

type SelectedFieldInput = SelectInput & { alias: string; path?: string; selected: SelectedField };

function buildSelectedFieldSql(input: SelectedFieldInput): string {
  const { alias, collection, selected, sql } = input;
  const { field: name, fieldFunction, children: inner } = selected;
  const field = collection.fields[name]!;
  const scope = {
    ...createRootScope(input, alias),
    path: input.path ?? "",
    fullAccessColumn: getFullAccessColumn(alias),
  };
  if (fieldFunction?.function === "count") return `${countOfRelation({ name, field, scope })}::text`;
  if (field.kind === "many") return buildToManySql({ ...input, field });
  const column = buildColumnSql({ scope, name });
  if (fieldFunction)
    return buildFunctionSql({ fieldFunction, column, sql }) + (fieldFunction.function === "json" ? "" : "::text");
  if (inner && field.kind === "one") return buildToOneSql({ ...input, field, inner, column });
  return buildWireSql({ column, field });
}

/** Select input and filter scope of a related collection. */
function toRelatedInput({ sql, actor, now, path, selected, field }: SelectedFieldInput & { field: Field }) {
  const collection = getRelatedCollection(field);
  const alias = sql.alias();
  const relatedPath = path ? `${path}.${selected.field}` : selected.field;
  const scope: FilterScope = { sql, collection, alias, actor, now, path: relatedPath, depth: 0 };
  return {
    relatedInput: { sql, collection, actor, now, alias, path: relatedPath },
    scope,
    from: `${quoteIdentifier(collection.name)} ${alias}`,
  };
}

/** The related row as an object; null if it does not exist, is not readable, or is excluded by `deep`. */
function buildToOneSql(input: SelectedFieldInput & { field: Field; inner: FieldTree; column: string }): string {
  const { column, selected, inner, sql } = input;
  const { relatedInput, scope, from } = toRelatedInput(input);
  const rows = sql.alias();
  const conditions = [`${scope.alias}."id" = ${column}`];
  conditions.push(...buildConditions({ scope, options: selected.listOptions }));
  const columns = buildColumnsSql({ ...relatedInput, tree: inner });
  const fullAccessJoin = buildFullAccessJoinSql(scope);
  return `(select row_to_json(${rows}) from (select ${columns} from ${from}${fullAccessJoin} where ${conditions.join(" and ")}) ${rows})`;
}

/** The related rows as a list of keys or objects; at most 100 per parent by default. */
function buildToManySql(input: SelectedFieldInput & { field: Field }): string {
  const { alias, selected: selectedField, field, sql } = input;
  const { relatedInput, scope, from } = toRelatedInput(input);
  const { children, listOptions } = selectedField;
  const rows = sql.alias();
  const conditions = [`${scope.alias}.${quoteIdentifier(field.inverseField!)} = ${alias}."id"`];
  conditions.push(...buildConditions({ scope, options: listOptions }));
  const columns = children ? buildColumnsSql({ ...relatedInput, tree: children }) : `${scope.alias}."id"`;
  const order = buildOrderSql({ scope, sort: listOptions?.sort ?? [] });
  const paging = listOptions ? buildPagingSql({ ...listOptions, sql }) : ` limit ${queryLimits.relatedRows}`;
  const fullAccessJoin = children ? buildFullAccessJoinSql(scope) : "";
  const select = `select ${columns} from ${from}${order.joins}${fullAccessJoin} where ${conditions.join(" and ")} order by ${order.keys}${paging}`;
  return `(select coalesce(json_agg(${children ? rows : `${rows}."id"`}), '[]') from (${select}) ${rows})`;
}
