// §7: `aggregate` and `groupBy`: rows counted together instead of listed; only those one may read, by fields one may read.
import type { Field } from "#domain/collection.ts";
import type { Aggregate, AggregateName } from "#server/items/aggregate-query.ts";
import { cost } from "#server/items/cost.ts";
import { callOf, callSql, checkCall, keyOfCall, splitOutside } from "#server/items/field-call.ts";
import type { FilterScope } from "#server/items/filter-sql.ts";
import { directed, pagingSql, sortSql } from "#server/items/order-sql.ts";
import type { Query } from "#server/items/query.ts";
import { comparableField } from "#server/items/readable.ts";
import { refuseQuery } from "#server/items/refused.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import { wireSql } from "#server/items/wire-sql.ts";

/** One thing rows are grouped by: its key in the answer, how the wire has it, and what the database compares. */
interface Group {
  asked: string;
  key: string;
  shown: string;
  compared: string;
}

/** Whether a query counts rows together. */
export function isGrouped(query: Query): boolean {
  return (query.aggregate?.length ?? 0) > 0 || (query.groupBy?.length ?? 0) > 0;
}

/** The select of the groups; `where` and `from` are those of the list it would otherwise be. */
export function groupsSql({
  query,
  scope,
  where,
}: {
  query: Query;
  scope: FilterScope;
  /** With its `where`, or empty. */
  where: string;
}): string {
  const asked = query.groupBy ?? [];
  if (asked.length > cost.groups) refuseQuery(`One may group by ${cost.groups} fields.`);
  const groups = [...new Set(asked)].map((name) => groupOf({ name, scope }));
  const columns = [
    ...groups.map(({ key, shown }) => `${shown} as ${quote(key)}`),
    ...aggregateColumns({ aggregate: query.aggregate ?? [], scope }),
  ];
  const from = `select ${columns.join(", ")} from ${quote(scope.collection.name)} ${scope.alias}${where}`;
  const order = groupOrder({ query, groups, scope });
  if (groups.length === 0) return from;
  const by = groups.map(({ compared }) => compared).join(", ");
  return `${from} group by ${by} order by ${order.join(", ")}${pagingSql({ ...query, sql: scope.sql })}`;
}

function groupOf({ name, scope }: { name: string; scope: FilterScope }): Group {
  const call = callOf(name);
  const field = comparableField({ ...scope, name: call?.field ?? name });
  if (call) {
    checkCall({ call, field });
    if (call.function === "json" || call.function === "count") refuseQuery(`One cannot group by "${name}".`);
    const compared = callSql({ call, ...scope });
    return { asked: name, key: keyOfCall(call), shown: `(${compared})::text`, compared };
  }
  if (field.kind === "many" || field.kind === "json") refuseQuery(`One cannot group by "${name}".`);
  const column = `${scope.alias}.${quote(name)}`;
  return { asked: name, key: name, shown: wireSql({ column, field }), compared: column };
}

/** By what was asked for; then by the groups themselves, so that pages never overlap. */
function groupOrder({
  query,
  groups,
  scope,
}: {
  query: Query;
  groups: readonly Group[];
  scope: FilterScope;
}): string[] {
  const asked = query.sort.map((key) => {
    const { name, isDown } = directed(key);
    const group = groups.find((one) => one.asked === name);
    // Whoever may not read the field is told so first; the SQL of it is not needed.
    if (!group) sortSql({ path: splitOutside({ text: name, by: "." }), scope: { ...scope, sql: new SqlText() } });
    if (!group && groups.length > 0) refuseQuery(`Groups are sorted by what they are grouped by, not by "${name}".`);
    return group ? `${group.compared} ${isDown ? "desc" : "asc"}` : "";
  });
  return [...asked.filter(Boolean), ...groups.map(({ compared }) => compared)];
}

/** Each operation is one key of the answer, holding its fields; `count` of the rows themselves stands alone. */
function aggregateColumns({ aggregate, scope }: { aggregate: readonly Aggregate[]; scope: FilterScope }): string[] {
  const operations = new Map<AggregateName, string[]>();
  for (const { operation, field } of aggregate)
    operations.set(operation, [...(operations.get(operation) ?? []), field]);
  return [...operations].map(([operation, fields]) => {
    const isOfRows = fields.length === 1 && fields[0] === "*";
    if (isOfRows) return `${aggregateSql({ operation, name: "*", scope })} as ${quote(operation)}`;
    const pairs = fields.map((name) => `${scope.sql.bind(name, "text")}, ${aggregateSql({ operation, name, scope })}`);
    return `json_build_object(${pairs.join(", ")}) as ${quote(operation)}`;
  });
}

const sqlOf: { [O in AggregateName]: { name: "count" | "sum" | "avg" | "min" | "max"; isDistinct: boolean } } = {
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
const kinds: { [name: string]: readonly Field["kind"][] } = {
  sum: ["integer", "money"],
  avg: ["integer", "money"],
  min: ["integer", "money", "timestamp", "text"],
  max: ["integer", "money", "timestamp", "text"],
};

/** Counts, sums and averages are texts, since they may be longer than a number; the least and the most are as their field. */
function aggregateSql({
  operation,
  name,
  scope,
}: {
  operation: AggregateName;
  name: string;
  scope: FilterScope;
}): string {
  const cannot = () => refuseQuery(`"${operation}" cannot be taken of "${name}".`);
  if (name === "*") return operation === "count" || operation === "countAll" ? "count(*)::text" : cannot();
  const field = comparableField({ ...scope, name });
  const { name: sql, isDistinct } = sqlOf[operation];
  if (field.kind === "many" || operation === "countAll" || (kinds[sql] && !kinds[sql].includes(field.kind))) cannot();
  const column = `${sql}(${isDistinct ? "distinct " : ""}${scope.alias}.${quote(name)})`;
  return sql === "min" || sql === "max" ? wireSql({ column, field }) : `${column}::text`;
}
