// §7: `sort` and the page of a list. Rows one may not read sort as if they were not there.
import { cost } from "#server/items/cost.ts";
import { callOf, callSql, checkCall, splitOutside } from "#server/items/field-call.ts";
import { countSql, type FilterScope, rowsSql } from "#server/items/filter-sql.ts";
import { comparableField, otherEnd } from "#server/items/readable.ts";
import { refuseQuery } from "#server/items/refused.ts";
import { quote, type SqlText } from "#server/items/sql-text.ts";

/** `-id` is down, `id` is up. */
export function directed(key: string): { name: string; isDown: boolean } {
  const isDown = key.startsWith("-");
  return { name: isDown ? key.slice(1) : key, isDown };
}

export function orderSql({ scope, sort }: { scope: FilterScope; sort: readonly string[] }): string {
  const keys = sort.map((key) => {
    const { name, isDown } = directed(key);
    return `${sortSql({ path: splitOutside({ text: name, by: "." }), scope })} ${isDown ? "desc" : "asc"}`;
  });
  // The key settles what the caller left open, so that pages never overlap.
  if (!sort.some((key) => key === "id" || key === "-id")) {
    const isLastDown = sort.at(-1)?.startsWith("-") ?? false;
    keys.push(`${scope.alias}."id" ${isLastDown ? "desc" : "asc"}`);
  }
  return keys.join(", ");
}

/** What a list is sorted by; throws FORBIDDEN for what one may not compare, INVALID_QUERY for what has no order. */
export function sortSql({ path, scope }: { path: readonly string[]; scope: FilterScope }): string {
  const [name = "", ...rest] = path;
  const call = callOf(name);
  const field = comparableField({ ...scope, name: call?.field ?? name });
  const cannot = () => refuseQuery(`One cannot sort by "${path.join(".")}".`);
  if (call) {
    checkCall({ call, field });
    if (rest.length > 0 || call.function === "json") cannot();
    return call.function === "count" ? countSql({ name, field, scope }) : callSql({ call, ...scope });
  }
  if (rest.length === 0) return field.kind === "many" || field.kind === "json" ? cannot() : column(scope, name);
  if (field.kind !== "one" || scope.depth > cost.sortDepth) cannot();
  const other = otherEnd(field);
  const alias = scope.sql.alias();
  const inner = { ...scope, collection: other, alias, path: name, depth: scope.depth + 1 };
  const conditions = [`${alias}."id" = ${column(scope, name)}`, ...rowsSql(inner)];
  return `(select ${sortSql({ path: rest, scope: inner })} from ${quote(other.name)} ${alias} where ${conditions.join(" and ")})`;
}

const column = ({ alias }: FilterScope, name: string): string => `${alias}.${quote(name)}`;

export function pagingSql({ limit, offset, sql }: { limit: number; offset: number; sql: SqlText }): string {
  return (
    (limit === -1 ? "" : ` limit ${sql.bind(limit, "integer")}`) +
    (offset === 0 ? "" : ` offset ${sql.bind(offset, "integer")}`)
  );
}
