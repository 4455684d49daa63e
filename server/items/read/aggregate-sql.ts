// §7: SQL of `aggregate` and `groupBy`, limited to readable rows and fields.
import type { Field } from "#domain/schema/collection.ts";
import type { Aggregate, AggregateFunctionName } from "#server/items/query/aggregate-query.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import {
  parseFieldFunction,
  buildFunctionSql,
  assertFunctionAllowed,
  toFunctionKey,
  splitOutsideBrackets,
} from "#server/items/query/field-function.ts";
import { buildColumnSql, type FilterScope } from "#server/items/query/filter-sql.ts";
import { parseSortKey, buildPagingSql, SortJoins, buildSortSql } from "#server/items/query/order-sql.ts";
import type { Query } from "#server/items/query/query.ts";
import { getComparableField } from "#server/items/access/readable-fields.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import { buildWireSql } from "#server/items/read/wire-sql.ts";

/** A group column: its key in the result, its wire expression, and the expression to group by. */
interface GroupColumn {
  name: string;
  key: string;
  selectSql: string;
  groupSql: string;
}

/** True if the query aggregates rows. */
export function isGrouped(query: Query): boolean {
  return (query.aggregate?.length ?? 0) > 0 || (query.groupBy?.length ?? 0) > 0;
}

/** Builds the SELECT of the groups; `where` is the one of the corresponding list. */
export function buildGroupsSql({
  query,
  scope,
  where,
}: {
  query: Query;
  scope: FilterScope;
  /** Including the `where` keyword, or empty. */
  where: string;
}): string {
  const groupNames = query.groupBy ?? [];
  if (groupNames.length > queryLimits.groups) throwInvalidQuery(`One may group by ${queryLimits.groups} fields.`);
  const groups = [...new Set(groupNames)].map((name) => toGroupColumn({ name, scope }));
  const columns = [
    ...groups.map(({ key, selectSql }) => `${selectSql} as ${quoteIdentifier(key)}`),
    ...buildAggregateColumns({ aggregate: query.aggregate ?? [], scope }),
  ];
  const select = `select ${columns.join(", ")} from ${quoteIdentifier(scope.collection.name)} ${scope.alias}${where}`;
  const order = buildGroupOrder({ query, groups, scope });
  if (groups.length === 0) return select;
  const groupKeys = groups.map(({ groupSql }) => groupSql).join(", ");
  return `${select} group by ${groupKeys} order by ${order.join(", ")}${buildPagingSql({ ...query, sql: scope.sql })}`;
}

function toGroupColumn({ name, scope }: { name: string; scope: FilterScope }): GroupColumn {
  const fieldFunction = parseFieldFunction(name);
  const field = getComparableField({ ...scope, name: fieldFunction?.field ?? name });
  if (fieldFunction) {
    assertFunctionAllowed({ fieldFunction, field });
    if (fieldFunction.function === "json" || fieldFunction.function === "count")
      throwInvalidQuery(`One cannot group by "${name}".`);
    const groupSql = buildFunctionSql({
      fieldFunction,
      column: buildColumnSql({ scope, name: fieldFunction.field }),
      sql: scope.sql,
    });
    return { name, key: toFunctionKey(fieldFunction), selectSql: `(${groupSql})::text`, groupSql };
  }
  if (field.kind === "many" || field.kind === "json") throwInvalidQuery(`One cannot group by "${name}".`);
  const column = buildColumnSql({ scope, name });
  return { name, key: name, selectSql: buildWireSql({ column, field }), groupSql: column };
}

/** Requested order, then the groups themselves, so that pages never overlap. */
function buildGroupOrder({
  query,
  groups,
  scope,
}: {
  query: Query;
  groups: readonly GroupColumn[];
  scope: FilterScope;
}): string[] {
  const requestedOrder = query.sort.map((key) => {
    const { name, isDown } = parseSortKey(key);
    const group = groups.find((candidate) => candidate.name === name);
    // Checks the permission first; the SQL itself is not needed here.
    const discardedOutput = { scope: { ...scope, sql: new SqlText() }, joins: new SortJoins() };
    if (!group) buildSortSql({ path: splitOutsideBrackets({ text: name, separator: "." }), ...discardedOutput });
    if (!group && groups.length > 0)
      throwInvalidQuery(`Groups are sorted by what they are grouped by, not by "${name}".`);
    return group ? `${group.groupSql} ${isDown ? "desc" : "asc"}` : "";
  });
  return [...requestedOrder.filter(Boolean), ...groups.map(({ groupSql }) => groupSql)];
}

/** Each operation is a key of the result with its fields; `count` of rows is a plain value. */
function buildAggregateColumns({
  aggregate,
  scope,
}: {
  aggregate: readonly Aggregate[];
  scope: FilterScope;
}): string[] {
  const operations = new Map<AggregateFunctionName, string[]>();
  for (const { operation, field } of aggregate)
    operations.set(operation, [...(operations.get(operation) ?? []), field]);
  return [...operations].map(([operation, fields]) => {
    const isRowCount = fields.length === 1 && fields[0] === "*";
    if (isRowCount) return `${buildAggregateSql({ operation, name: "*", scope })} as ${quoteIdentifier(operation)}`;
    const pairs = fields.map(
      (name) => `${scope.sql.bind(name, "text")}, ${buildAggregateSql({ operation, name, scope })}`,
    );
    return `json_build_object(${pairs.join(", ")}) as ${quoteIdentifier(operation)}`;
  });
}

const sqlFunctions: {
  [O in AggregateFunctionName]: { name: "count" | "sum" | "avg" | "min" | "max"; isDistinct: boolean };
} = {
  count: { name: "count", isDistinct: false },
  countAll: { name: "count", isDistinct: false },
  countDistinct: { name: "count", isDistinct: true },
  sum: { name: "sum", isDistinct: false },
  sumDistinct: { name: "sum", isDistinct: true },
  avg: { name: "avg", isDistinct: false },
  avgDistinct: { name: "avg", isDistinct: true },
  min: { name: "min", isDistinct: false },
  max: { name: "max", isDistinct: false },
};
const allowedKinds: { [name: string]: readonly Field["kind"][] } = {
  sum: ["integer", "money"],
  avg: ["integer", "money"],
  min: ["integer", "money", "timestamp", "text"],
  max: ["integer", "money", "timestamp", "text"],
};

/**
 * Counts, sums and averages are text, since they can exceed a number; minimum and maximum have the type of their field.
 */
function buildAggregateSql({
  operation,
  name,
  scope,
}: {
  operation: AggregateFunctionName;
  name: string;
  scope: FilterScope;
}): string {
  const throwUnsupported = () => throwInvalidQuery(`"${operation}" cannot be taken of "${name}".`);
  if (name === "*") return operation === "count" || operation === "countAll" ? "count(*)::text" : throwUnsupported();
  const field = getComparableField({ ...scope, name });
  const { name: functionName, isDistinct } = sqlFunctions[operation];
  if (
    field.kind === "many" ||
    operation === "countAll" ||
    (allowedKinds[functionName] && !allowedKinds[functionName].includes(field.kind))
  )
    throwUnsupported();
  const column = `${functionName}(${isDistinct ? "distinct " : ""}${buildColumnSql({ scope, name })})`;
  return functionName === "min" || functionName === "max" ? buildWireSql({ column, field }) : `${column}::text`;
}
