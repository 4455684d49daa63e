// §7: filters as SQL conditions. Filters of callers may use readable fields only; filters of access rules are trusted.
import type { Collection, Field, Filter, Json } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import {
  parseFieldFunction,
  buildFunctionSql,
  assertFunctionAllowed,
  getFunctionResultField,
} from "#server/items/query/field-function.ts";
import { getGrant, hasValueInAllRows } from "#server/items/access/grants.ts";
import { buildOperatorSql, isFalseLike } from "#server/items/query/operator-sql.ts";
import { getComparableField, getRelatedCollection } from "#server/items/access/readable-fields.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import { quoteIdentifier, type SqlText } from "#server/items/query/sql-text.ts";

export interface FilterScope {
  sql: SqlText;
  collection: Collection;
  alias: string;
  /** Null for internal filters without access checks. */
  actor: Actor | null;
  now: Date;
  path: string;
  depth: number;
  /**
   * Column of `buildFullAccessJoinSql` that tells whether the actor has full access to the row; without it each column
   * evaluates the condition.
   */
  fullAccessColumn?: string;
  /** All rows that match are counted, instead of the first ones being read. */
  isCounted?: boolean;
  /** Within an `_or` of counted rows. */
  isAlternative?: boolean;
}

export function buildFilterSql(filter: Filter, scope: FilterScope): string {
  if (scope.depth > queryLimits.filterDepth)
    throwInvalidQuery(`A filter may be nested ${queryLimits.filterDepth} levels deep.`);
  if (filter === null || typeof filter !== "object" || Array.isArray(filter))
    throwInvalidQuery("A filter must be an object.");
  const conditions = Object.entries(filter).map(([key, value]) => {
    if (scope.actor) scope.sql.spendBudget("conditions");
    if (key === "_and" || key === "_or") return buildGroupSql({ key, value, scope });
    if (key.startsWith("_")) throwInvalidQuery(`"${key}" is not a filter operator here.`);
    return buildFieldSql({ name: key, value, scope });
  });
  return conditions.length === 0 ? "true" : conditions.length === 1 ? conditions[0]! : `(${conditions.join(" and ")})`;
}

function buildGroupSql({ key, value, scope }: { key: "_and" | "_or"; value: Json; scope: FilterScope }): string {
  if (!Array.isArray(value)) throwInvalidQuery(`"${key}" must be a list of filters.`);
  if (value.length === 0) return "true";
  if (value.length > queryLimits.groupParts) throwInvalidQuery(`"${key}" may hold ${queryLimits.groupParts} filters.`);
  const conditions = value.map((condition) =>
    buildFilterSql(condition as Filter, {
      ...scope,
      depth: scope.depth + 1,
      isAlternative: scope.isAlternative === true || (key === "_or" && scope.isCounted === true),
    }),
  );
  return `(${conditions.join(key === "_and" ? " and " : " or ")})`;
}

interface FilterField {
  name: string;
  field: Field;
  scope: FilterScope;
}

function buildFieldSql({ name, value, scope }: { name: string; value: Json; scope: FilterScope }): string {
  const fieldFunction = parseFieldFunction(name);
  const field = getComparableField({ ...scope, name: fieldFunction?.field ?? name });
  if (fieldFunction) assertFunctionAllowed({ fieldFunction, field });
  const filterField = { name, field, scope };
  const isPlain = value === null || typeof value !== "object" || Array.isArray(value);
  const conditions = isPlain ? { _eq: value } : value;
  if (fieldFunction) {
    if (fieldFunction.function === "json") throwInvalidQuery(`One cannot filter by "${name}".`);
    const expression =
      fieldFunction.function === "count"
        ? buildRelationCountSql(filterField)
        : buildFunctionSql({
            fieldFunction,
            column: buildColumnSql({ scope, name: fieldFunction.field }),
            sql: scope.sql,
          });
    const resultField = getFunctionResultField(fieldFunction);
    return joinConditions(
      Object.entries(conditions).map(([operator, operand]) =>
        buildOperatorSql({ ...scope, name, field: resultField, expression, operator, value: operand }),
      ),
    );
  }
  return joinConditions(Object.entries(conditions).map(([key, inner]) => buildKeySql({ ...filterField, key, inner })));
}

const joinConditions = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(" and ") || "true"})`;

/** One key below a field: an operator, or a field of the related row. */
function buildKeySql({ name, field, scope, key, inner }: FilterField & { key: string; inner: Json }): string {
  const filterField = { name, field, scope };
  if (field.kind === "many" && (key === "_some" || key === "_none"))
    return buildExistsSql({ ...filterField, filter: inner as Filter, isNone: key === "_none" });
  if (key.startsWith("_") && key !== "_and" && key !== "_or") {
    // `{ history: { _eq: 5 } }` compares the key of the related row.
    if (field.kind === "many") return buildRelationSql({ ...filterField, filter: { id: { [key]: inner } } });
    const expression = buildColumnSql({ scope, name });
    return buildOperatorSql({ ...scope, name, field, expression, operator: key, value: inner });
  }
  if (field.kind !== "one" && field.kind !== "many") throwInvalidQuery(`"${name}" is not a relation.`);
  return buildRelationSql({ ...filterField, filter: { [key]: inner } });
}

/** Joins the related rows, limited to the readable ones. */
function joinRelation({ name, field, scope }: FilterField): { inner: FilterScope; from: string; conditions: string[] } {
  const relatedCollection = getRelatedCollection(field);
  const alias = scope.sql.alias();
  const path = scope.path ? `${scope.path}.${name}` : name;
  const inner: FilterScope = {
    ...scope,
    collection: relatedCollection,
    alias,
    path,
    depth: scope.depth + 1,
    isCounted: false,
    isAlternative: false,
  };
  const key =
    field.kind === "one"
      ? `${alias}."id" = ${buildColumnSql({ scope, name })}`
      : `${alias}.${quoteIdentifier(field.inverseField!)} = ${scope.alias}."id"`;
  if (scope.actor) scope.sql.spendBudget("filterRelations");
  return {
    inner,
    from: `${quoteIdentifier(relatedCollection.name)} ${alias}`,
    conditions: [key, ...buildAccessConditions(inner)],
  };
}

/** Condition on the related row, or on at least one of the related rows. */
function buildRelationSql({ filter, ...filterField }: FilterField & { filter: Filter }): string {
  // A null key means no related row: `{ history: { id: { _null: true } } }` matches rows without history.
  const isAbsent = filterField.field.kind === "many" && matchesEmptyRelation(filter);
  return buildExistsSql({ ...filterField, filter: isAbsent ? {} : filter, isNone: isAbsent });
}

/** Condition that a readable related row exists, or that none exists. */
function buildExistsSql({ filter, isNone, ...filterField }: FilterField & { filter: Filter; isNone: boolean }): string {
  const { inner, from, conditions } = joinRelation(filterField);
  const allConditions = [...conditions, buildFilterSql(filter, inner)].join(" and ");
  return `${isNone ? "not " : ""}exists (select 1 from ${from} where ${allConditions})`;
}

function matchesEmptyRelation(filter: Filter): boolean {
  const keys = filter && typeof filter === "object" ? Object.keys(filter) : [];
  if (keys.length !== 1 || keys[0] !== "id") return false;
  const idFilter = filter["id"]!;
  if (idFilter === null || typeof idFilter !== "object") return idFilter === null;
  const [[operator, value] = [], ...otherOperators] = Object.entries(idFilter);
  if (otherOperators.length > 0 || value === undefined) return false;
  return operator === "_null" ? !isFalseLike(value) : operator === "_nnull" && isFalseLike(value);
}

/** Number of readable rows of a to-many relation. */
export function buildRelationCountSql({ field, scope, name }: FilterField): string {
  const { from, conditions } = joinRelation({ name: parseFieldFunction(name)?.field ?? name, field, scope });
  return `(select count(*)::int from ${from} where ${conditions.join(" and ")})`;
}

/** Column with partial access applied: null in rows where the actor may not read this field. */
export function buildColumnSql({ scope, name }: { scope: FilterScope; name: string }): string {
  const { collection, actor, alias } = scope;
  const column = `${alias}.${quoteIdentifier(name)}`;
  const grant = actor ? getGrant({ collection, operation: "read", actor }) : undefined;
  if (!grant?.partialAccess || hasValueInAllRows({ grant, field: name })) return column;
  const fullAccessSql =
    scope.fullAccessColumn ?? buildFilterSql(grant.partialAccess.fullAccessRows, { ...scope, actor: null, depth: 0 });
  return `(case when ${fullAccessSql} then ${column} end)`;
}

/** Qualified name of the column of `buildFullAccessJoinSql`. */
export const getFullAccessColumn = (alias: string): string => `${alias}_whole."whole"`;

/**
 * Join clause that evaluates full access once per row instead of once per column. Empty if there is no partial rule.
 * OFFSET prevents PostgreSQL from inlining the condition into each column.
 */
export function buildFullAccessJoinSql(scope: FilterScope): string {
  const { collection, actor, alias } = scope;
  const partial = actor ? getGrant({ collection, operation: "read", actor })?.partialAccess : undefined;
  if (!partial) return "";
  const fullAccessSql = buildFilterSql(partial.fullAccessRows, { ...scope, actor: null, depth: 0 });
  return ` cross join lateral (select ${fullAccessSql} as "whole" offset 0) ${alias}_whole`;
}

/** Conditions for the rows the actor may read; empty for internal filters. */
export function buildAccessConditions(scope: FilterScope): string[] {
  if (!scope.actor) return [];
  const grant = getGrant({ collection: scope.collection, operation: "read", actor: scope.actor });
  if (!grant) return ["false"];
  return grant.rows === true ? [] : [buildFilterSql(grant.rows, { ...scope, actor: null })];
}

/**
 * The same for lists. If each alternative of a rule refers to the actor, the row ids are selected first, each
 * alternative by its own index: `a or exists(b)` cannot use an index, so that a few rows would be searched in the whole
 * table.
 */
export function buildListAccessConditions(scope: FilterScope): string[] {
  const { sql, collection, alias, actor } = scope;
  const alternatives = actor && findActorAlternatives({ collection, actor });
  if (!alternatives) return buildAccessConditions(scope);
  const idQueries = alternatives.map((alternative) => {
    const innerScope: FilterScope = { ...scope, alias: sql.alias(), actor: null };
    return `select ${innerScope.alias}."id" from ${quoteIdentifier(collection.name)} ${innerScope.alias} where ${buildFilterSql(alternative, innerScope)}`;
  });
  // An array is evaluated once before the list; with a join the planner could expect many rows and scan in list order.
  return [`${alias}."id" = any(array(${idQueries.join(" union ")}))`];
}

/** Alternatives of a rule if each of them refers to the actor; otherwise undefined. */
function findActorAlternatives({ collection, actor }: { collection: Collection; actor: Actor }): Filter[] | undefined {
  const rows = getGrant({ collection, operation: "read", actor })?.rows;
  if (!rows || rows === true || Object.keys(rows).length !== 1 || !Array.isArray(rows["_or"])) return undefined;
  const alternatives = rows["_or"] as Filter[];
  return alternatives.every((alternative) => refersToActor(alternative, actor)) ? alternatives : undefined;
}

/** True if the filter compares a value with the actor's id or phone number. */
function refersToActor(filter: Json, actor: Actor): boolean {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) return false;
  return Object.entries(filter).some(([key, value]) =>
    key === "_eq" ? value !== null && (value === actor.id || value === actor.phone) : refersToActor(value, actor),
  );
}
