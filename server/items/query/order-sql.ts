// §7: SQL of `sort` and paging. Unreadable related rows sort like missing ones.
import type { Collection } from "#domain/schema/collection.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import {
  parseFieldFunction,
  buildFunctionSql,
  assertFunctionAllowed,
  splitOutsideBrackets,
} from "#server/items/query/field-function.ts";
import {
  buildColumnSql,
  buildRelationCountSql,
  type FilterScope,
  buildAccessConditions,
} from "#server/items/query/filter-sql.ts";
import { getComparableField, getRelatedCollection } from "#server/items/access/readable-fields.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import { quoteIdentifier, type SqlText } from "#server/items/query/sql-text.ts";

/** `-id` is descending, `id` ascending. */
export function parseSortKey(key: string): { name: string; isDown: boolean } {
  const isDown = key.startsWith("-");
  return { name: isDown ? key.slice(1) : key, isDown };
}

export interface OrderSql {
  /** Joins required by the sort keys. */
  joins: string;
  keys: string;
}

export function buildOrderSql({ scope, sort }: { scope: FilterScope; sort: readonly string[] }): OrderSql {
  const joins = new SortJoins();
  const keys = sort.map((key) => {
    const { name, isDown } = parseSortKey(key);
    const column = buildSortSql({ path: splitOutsideBrackets({ text: name, separator: "." }), scope, joins });
    return `${column} ${isDown ? "desc" : "asc"}`;
  });
  // The id makes the order unique, so that pages never overlap.
  if (!sort.some((key) => key === "id" || key === "-id")) {
    const isLastDown = sort.at(-1)?.startsWith("-") ?? false;
    keys.push(`${scope.alias}."id" ${isLastDown ? "desc" : "asc"}`);
  }
  return { joins: joins.sql, keys: keys.join(", ") };
}

/**
 * Relations used for sorting, each joined once. A subquery would look up the related row for each row and key, while a
 * join of a long list takes one pass.
 */
export class SortJoins {
  readonly #scopes = new Map<string, FilterScope>();
  sql = "";

  /** Joins the related row; its columns are null if it does not exist or is not readable. */
  join({
    name,
    relatedCollection,
    scope,
  }: {
    name: string;
    relatedCollection: Collection;
    scope: FilterScope;
  }): FilterScope {
    const key = `${scope.alias}.${name}`;
    const existing = this.#scopes.get(key);
    if (existing) return existing;
    const alias = scope.sql.alias();
    const inner = { ...scope, collection: relatedCollection, alias, path: name, depth: scope.depth + 1 };
    const conditions = [`${alias}."id" = ${buildColumnSql({ scope, name })}`, ...buildAccessConditions(inner)];
    this.sql += ` left join ${quoteIdentifier(relatedCollection.name)} ${alias} on ${conditions.join(" and ")}`;
    this.#scopes.set(key, inner);
    return inner;
  }
}

/**
 * SQL of a sort key; throws FORBIDDEN for a field the actor may not compare, INVALID_QUERY for one without an order.
 */
export function buildSortSql({
  path,
  scope,
  joins,
}: {
  path: readonly string[];
  scope: FilterScope;
  joins: SortJoins;
}): string {
  const [name = "", ...rest] = path;
  const fieldFunction = parseFieldFunction(name);
  const field = getComparableField({ ...scope, name: fieldFunction?.field ?? name });
  const throwUnsortable = () => throwInvalidQuery(`One cannot sort by "${path.join(".")}".`);
  if (fieldFunction) {
    assertFunctionAllowed({ fieldFunction, field });
    if (rest.length > 0 || fieldFunction.function === "json") throwUnsortable();
    if (fieldFunction.function !== "count")
      return buildFunctionSql({
        fieldFunction,
        column: buildColumnSql({ scope, name: fieldFunction.field }),
        sql: scope.sql,
      });
    const count = buildRelationCountSql({ name, field, scope });
    // A missing row has a null count, not 0.
    return scope.depth === 0 ? count : `(case when ${scope.alias}."id" is not null then ${count} end)`;
  }
  if (rest.length === 0)
    return field.kind === "many" || field.kind === "json" ? throwUnsortable() : buildColumnSql({ scope, name });
  if (field.kind !== "one" || scope.depth > queryLimits.sortDepth) throwUnsortable();
  return buildSortSql({
    path: rest,
    scope: joins.join({ name, relatedCollection: getRelatedCollection(field), scope }),
    joins,
  });
}

export function buildPagingSql({ limit, offset, sql }: { limit: number; offset: number; sql: SqlText }): string {
  return (
    (limit === -1 ? "" : ` limit ${sql.bind(limit, "integer")}`) +
    (offset === 0 ? "" : ` offset ${sql.bind(offset, "integer")}`)
  );
}
