// §7: filters as SQL conditions. The caller's may name only what the caller may read; a rule's own is trusted.
import type { Collection, Field, Filter, Json } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { cost } from "#server/items/cost.ts";
import { callOf, callSql, checkCall, comparedField } from "#server/items/field-call.ts";
import { grantOf } from "#server/items/grants.ts";
import { operatorSql, saysNo } from "#server/items/operator-sql.ts";
import { comparableField, otherEnd } from "#server/items/readable.ts";
import { refuseQuery } from "#server/items/refused.ts";
import { quote, type SqlText } from "#server/items/sql-text.ts";

export interface FilterScope {
  sql: SqlText;
  collection: Collection;
  alias: string;
  /** Null: a filter of our own, which may look at everything. */
  who: Who | null;
  now: Date;
  path: string;
  depth: number;
}

export function filterSql(filter: Filter, scope: FilterScope): string {
  if (scope.depth > cost.filterDepth) refuseQuery(`A filter may be nested ${cost.filterDepth} levels deep.`);
  if (filter === null || typeof filter !== "object" || Array.isArray(filter))
    refuseQuery("A filter must be an object.");
  const parts = Object.entries(filter).map(([key, value]) => {
    if (scope.who) scope.sql.spend("conditions");
    if (key === "_and" || key === "_or") return groupSql({ key, value, scope });
    if (key.startsWith("_")) refuseQuery(`"${key}" is not a filter operator here.`);
    return fieldSql({ name: key, value, scope });
  });
  return parts.length === 0 ? "true" : parts.length === 1 ? parts[0]! : `(${parts.join(" and ")})`;
}

function groupSql({ key, value, scope }: { key: "_and" | "_or"; value: Json; scope: FilterScope }): string {
  if (!Array.isArray(value)) refuseQuery(`"${key}" must be a list of filters.`);
  if (value.length === 0) return "true";
  if (value.length > cost.groupParts) refuseQuery(`"${key}" may hold ${cost.groupParts} filters.`);
  const parts = value.map((part) => filterSql(part as Filter, { ...scope, depth: scope.depth + 1 }));
  return `(${parts.join(key === "_and" ? " and " : " or ")})`;
}

interface Named {
  name: string;
  field: Field;
  scope: FilterScope;
}

function fieldSql({ name, value, scope }: { name: string; value: Json; scope: FilterScope }): string {
  const call = callOf(name);
  const field = comparableField({ ...scope, name: call?.field ?? name });
  if (call) checkCall({ call, field });
  const named = { name, field, scope };
  const isPlain = value === null || typeof value !== "object" || Array.isArray(value);
  const asked = isPlain ? { _eq: value } : value;
  if (call) {
    if (call.function === "json") refuseQuery(`One cannot filter by "${name}".`);
    const expression = call.function === "count" ? countSql(named) : callSql({ call, ...scope });
    const compared = comparedField(call);
    return all(
      Object.entries(asked).map(([operator, one]) =>
        operatorSql({ ...scope, name, field: compared, expression, operator, value: one }),
      ),
    );
  }
  return all(Object.entries(asked).map(([key, inner]) => keySql({ ...named, key, inner })));
}

const all = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(" and ") || "true"})`;

/** One key below a field: an operator, or a field of the row at the relation's other end. */
function keySql({ name, field, scope, key, inner }: Named & { key: string; inner: Json }): string {
  const named = { name, field, scope };
  if (field.kind === "many" && (key === "_some" || key === "_none"))
    return existsSql({ ...named, filter: inner as Filter, isNone: key === "_none" });
  if (key.startsWith("_") && key !== "_and" && key !== "_or") {
    // `{ history: { _eq: 5 } }` speaks of the child's key.
    if (field.kind === "many") return relationSql({ ...named, filter: { id: { [key]: inner } } });
    const expression = `${scope.alias}.${quote(name)}`;
    return operatorSql({ ...scope, name, field, expression, operator: key, value: inner });
  }
  if (field.kind !== "one" && field.kind !== "many") refuseQuery(`"${name}" is not a relation.`);
  return relationSql({ ...named, filter: { [key]: inner } });
}

/** Where the row or rows at the other end are, and which of them one may read. */
function tie({ name, field, scope }: Named): { inner: FilterScope; from: string; conditions: string[] } {
  const other = otherEnd(field);
  const alias = scope.sql.alias();
  const path = scope.path ? `${scope.path}.${name}` : name;
  const inner: FilterScope = { ...scope, collection: other, alias, path, depth: scope.depth + 1 };
  const key =
    field.kind === "one"
      ? `${alias}."id" = ${scope.alias}.${quote(name)}`
      : `${alias}.${quote(field.via!)} = ${scope.alias}."id"`;
  if (scope.who) scope.sql.spend("filterRelations");
  return { inner, from: `${quote(other.name)} ${alias}`, conditions: [key, ...rowsSql(inner)] };
}

/** A condition on the row, or one of the rows, at the other end. */
function relationSql({ filter, ...named }: Named & { filter: Filter }): string {
  // A key that is null is that of no row at all: `{ history: { id: { _null: true } } }` has no history.
  const isAbsent = named.field.kind === "many" && asksForNoKey(filter);
  return existsSql({ ...named, filter: isAbsent ? {} : filter, isNone: isAbsent });
}

/** That there is, or that there is not, such a row at the other end, among those that its own permissions show. */
function existsSql({ filter, isNone, ...named }: Named & { filter: Filter; isNone: boolean }): string {
  const { inner, from, conditions } = tie(named);
  const all = [...conditions, filterSql(filter, inner)].join(" and ");
  return `${isNone ? "not " : ""}exists (select 1 from ${from} where ${all})`;
}

function asksForNoKey(filter: Filter): boolean {
  const keys = filter && typeof filter === "object" ? Object.keys(filter) : [];
  if (keys.length !== 1 || keys[0] !== "id") return false;
  const asked = filter["id"]!;
  if (asked === null || typeof asked !== "object") return asked === null;
  const [[operator, value] = [], ...more] = Object.entries(asked);
  if (more.length > 0 || value === undefined) return false;
  return operator === "_null" ? !saysNo(value) : operator === "_nnull" && saysNo(value);
}

/** How many rows of a to-many relation one may read. */
export function countSql({ field, scope, name }: Named): string {
  const { from, conditions } = tie({ name: callOf(name)?.field ?? name, field, scope });
  return `(select count(*)::int from ${from} where ${conditions.join(" and ")})`;
}

/** The rows of this collection the caller may read, as conditions; none needed for our own filters. */
export function rowsSql(scope: FilterScope): string[] {
  if (!scope.who) return [];
  const grant = grantOf({ collection: scope.collection, operation: "read", who: scope.who });
  if (!grant) return ["false"];
  return grant.rows === true ? [] : [filterSql(grant.rows, { ...scope, who: null })];
}
