// §7: filters as SQL conditions. The caller's may name only what the caller may read; a rule's own is trusted.
import type { Collection, Field, Filter, Json } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { isStorableJson, isTimestamp, isUuid, timestampOf } from "#domain/fields.ts";
import type { Who } from "#domain/roles.ts";
import { grantOf, mayNameField } from "#server/items/grants.ts";
import { columnType } from "#server/db/schema.ts";
import { refuseField, refuseQuery } from "#server/items/refused.ts";
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

const deepest = 12;
const widestList = 10_000;

export function filterSql(filter: Filter, scope: FilterScope): string {
  if (scope.depth > deepest) refuseQuery(`A filter may be nested ${deepest} levels deep.`);
  if (filter === null || typeof filter !== "object" || Array.isArray(filter))
    refuseQuery("A filter must be an object.");
  const parts = Object.entries(filter).map(([key, value]) => {
    if (key === "_and" || key === "_or") return groupSql({ key, value, scope });
    if (key.startsWith("_")) refuseQuery(`"${key}" is not a filter operator here.`);
    return fieldSql({ name: key, value, scope });
  });
  return parts.length === 0 ? "true" : parts.length === 1 ? parts[0]! : `(${parts.join(" and ")})`;
}

function groupSql({ key, value, scope }: { key: "_and" | "_or"; value: Json; scope: FilterScope }): string {
  if (!Array.isArray(value)) refuseQuery(`"${key}" must be a list of filters.`);
  if (value.length === 0) return "true";
  if (value.length > 500) refuseQuery(`"${key}" may hold 500 filters.`);
  const parts = value.map((part) => filterSql(part as Filter, { ...scope, depth: scope.depth + 1 }));
  return `(${parts.join(key === "_and" ? " and " : " or ")})`;
}

function fieldSql({ name, value, scope }: { name: string; value: Json; scope: FilterScope }): string {
  const { collection, who, path } = scope;
  const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
  const isSecretToCaller = field?.kind === "secret" && who !== null;
  if (!field || isSecretToCaller || (who && !isReadable({ collection, name, who })))
    refuseField({ field: name, collection: collection.name, path });
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return operatorSql({ name, field, operator: "_eq", value, scope });
  const parts = Object.entries(value).map(([key, inner]) => {
    if (field.kind === "many" && (key === "_some" || key === "_none"))
      return relationSql({ name, field, filter: inner as Filter, scope, isNone: key === "_none" });
    if (key.startsWith("_") && key !== "_and" && key !== "_or")
      return operatorSql({ name, field, operator: key, value: inner, scope });
    if (field.kind !== "one" && field.kind !== "many") refuseQuery(`"${name}" is not a relation.`);
    return relationSql({ name, field, filter: { [key]: inner }, scope, isNone: false });
  });
  return parts.length === 1 ? parts[0]! : `(${parts.join(" and ") || "true"})`;
}

function isReadable({ collection, name, who }: { collection: Collection; name: string; who: Who }): boolean {
  const grant = grantOf({ collection, operation: "read", who });
  return grant !== undefined && mayNameField(grant, name);
}

/** A condition on the row, or one of the rows, at the other end; the other end's own permissions hold there too. */
function relationSql({
  name,
  field,
  filter,
  scope,
  isNone,
}: {
  name: string;
  field: Field;
  filter: Filter;
  scope: FilterScope;
  isNone: boolean;
}): string {
  const other = collectionNamed(field.to!)!;
  const alias = scope.sql.alias();
  const inner: FilterScope = {
    ...scope,
    collection: other,
    alias,
    path: scope.path ? `${scope.path}.${name}` : name,
    depth: scope.depth + 1,
  };
  const tie =
    field.kind === "one"
      ? `${alias}."id" = ${scope.alias}.${quote(name)}`
      : `${alias}.${quote(field.via!)} = ${scope.alias}."id"`;
  const conditions = [tie, ...rowsSql(inner), filterSql(filter, inner)];
  return `${isNone ? "not " : ""}exists (select 1 from ${quote(other.name)} ${alias} where ${conditions.join(" and ")})`;
}

/** The rows of this collection the caller may read, as conditions; none needed for our own filters. */
export function rowsSql(scope: FilterScope): string[] {
  if (!scope.who) return [];
  const grant = grantOf({ collection: scope.collection, operation: "read", who: scope.who });
  if (!grant) return ["false"];
  return grant.rows === true ? [] : [filterSql(grant.rows, { ...scope, who: null })];
}

const comparisons: { [operator: string]: string } = {
  _eq: "=",
  _neq: "<>",
  _lt: "<",
  _lte: "<=",
  _gt: ">",
  _gte: ">=",
};
const textMatches: { [operator: string]: { like: "like" | "ilike"; before: string; after: string } } = {
  contains: { like: "like", before: "%", after: "%" },
  icontains: { like: "ilike", before: "%", after: "%" },
  starts_with: { like: "like", before: "", after: "%" },
  istarts_with: { like: "ilike", before: "", after: "%" },
  ends_with: { like: "like", before: "%", after: "" },
  iends_with: { like: "ilike", before: "%", after: "" },
};

function operatorSql({
  name,
  field,
  operator,
  value,
  scope,
}: {
  name: string;
  field: Field;
  operator: string;
  value: Json;
  scope: FilterScope;
}): string {
  if (field.kind === "many") {
    // `{ history: { _eq: 5 } }` speaks of the child's key.
    return relationSql({ name, field, filter: { id: { [operator]: value } }, scope, isNone: false });
  }
  const column = `${scope.alias}.${quote(name)}`;
  const type = comparedAs(field);
  const bind = (one: Json) => {
    const compared = filterValue({ name, field, value: one, scope });
    return field.kind === "json" ? `${scope.sql.bind(compared, "text")}::jsonb` : scope.sql.bind(compared, type);
  };
  if (operator === "_null" || operator === "_nnull") {
    const isNull = (operator === "_null") === (value !== false && value !== "false");
    return `${column} is ${isNull ? "" : "not "}null`;
  }
  const unknown = () => refuseQuery(`"${name}" does not contain the "${operator}" filter operator.`);
  const isOrdered = field.kind !== "boolean" && field.kind !== "json";
  if (Object.hasOwn(comparisons, operator)) {
    if (operator !== "_eq" && operator !== "_neq" && !isOrdered) unknown();
    if (value === null)
      return operator === "_eq" ? `${column} is null` : operator === "_neq" ? `${column} is not null` : unknown();
    return `${column} ${comparisons[operator]} ${bind(value)}`;
  }
  if (operator === "_in" || operator === "_nin") {
    if (field.kind === "json") unknown();
    const list = typeof value === "string" ? value.split(",") : value;
    if (!Array.isArray(list) || list.length === 0) refuseQuery(`"${operator}" needs a list with at least one value.`);
    if (list.length > widestList) refuseQuery(`"${operator}" may hold ${widestList} values.`);
    const values = list.map((one) => filterValue({ name, field, value: one, scope }));
    const array = scope.sql.bind(values, `${type}[]`);
    return operator === "_in" ? `${column} = any(${array})` : `${column} <> all(${array})`;
  }
  if (operator === "_between" || operator === "_nbetween") {
    const pair = typeof value === "string" ? value.split(",") : value;
    if (!isOrdered || !Array.isArray(pair) || pair.length !== 2) refuseQuery(`"${operator}" needs two values.`);
    return `${column} ${operator === "_nbetween" ? "not " : ""}between ${bind(pair[0]!)} and ${bind(pair[1]!)}`;
  }
  if (field.kind === "text") {
    if (operator === "_empty") return `(${column} is null or ${column} = '')`;
    if (operator === "_nempty") return `(${column} is not null and ${column} <> '')`;
    const isNot = operator.startsWith("_n");
    const kind = operator.slice(isNot ? 2 : 1);
    const match = Object.hasOwn(textMatches, kind) ? textMatches[kind] : undefined;
    if (match && operator !== "_nicontains") {
      if (typeof value !== "string" && typeof value !== "number") refuseQuery(`"${operator}" needs text.`);
      const pattern = match.before + String(value).replace(/[\\%_]/g, "\\$&") + match.after;
      return `${column} ${isNot ? "not " : ""}${match.like} ${scope.sql.bind(noNul(pattern), "text")}`;
    }
  }
  return unknown();
}

/** The type a value is compared as: a text longer than its column is another text, not the same one cut off. */
function comparedAs(field: Field): string {
  if (field.kind === "text") return "text";
  return field.kind === "money" ? "numeric" : columnType(field);
}

function noNul(text: string): string {
  if (text.includes("\u0000")) refuseQuery("Text may not hold a NUL character.");
  return text;
}

/** A caller's value in the form the column compares with; refused here so that the database never has to. */
function filterValue({
  name,
  field,
  value,
  scope,
}: {
  name: string;
  field: Field;
  value: Json;
  scope: FilterScope;
}): unknown {
  if (typeof value === "string" && value.startsWith("$")) return dynamicValue({ value, scope, name });
  const wrong = (expected: string) => refuseQuery(`"${name}" compares with ${expected}.`);
  const type = columnType(field);
  if (type === "integer") {
    const number = typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || Math.abs(number) > 2_147_483_647)
      wrong("a whole number");
    return number;
  }
  if (type === "uuid") return isUuid(value) ? value : wrong("an id");
  switch (field.kind) {
    case "money":
      if (!/^-?\d{1,10}(\.\d+)?$/.test(String(value).trim())) wrong("an amount");
      return String(value);
    case "boolean":
      if (value !== true && value !== false && !["true", "false", "0", "1", 0, 1].includes(value as string))
        wrong("true or false");
      return value === true || value === "true" || value === "1" || value === 1;
    case "timestamp":
      return isTimestamp(value) ? timestampOf(value as string).toISOString() : wrong("a date and time");
    case "json":
      return isStorableJson(value) ? JSON.stringify(value) : wrong("what can be stored");
    default:
      if (typeof value === "object") wrong("text");
      return noNul(String(value));
  }
}

/** `$CURRENT_USER`, `$CURRENT_ROLE`, `$NOW` and `$NOW(-1 day)`; anything else is taken as the text it is. */
function dynamicValue({ value, scope, name }: { value: string; scope: FilterScope; name: string }): unknown {
  const field = scope.collection.fields[name]!;
  const unknown = () => refuseQuery(`"${value}" is not known here.`);
  const isIdOrText = columnType(field) === "uuid" || field.kind === "text";
  if (value === "$CURRENT_USER") return isIdOrText ? (scope.who?.id ?? null) : unknown();
  const now = /^\$NOW(?:\(\s*([+-]?\d{1,6})\s+(second|minute|hour|day|week)s?\s*\))?$/.exec(value);
  if (now) {
    const unitMs = { second: 1e3, minute: 6e4, hour: 36e5, day: 864e5, week: 6048e5 }[now[2] ?? "second"]!;
    const at = new Date(scope.now.getTime() + Number(now[1] ?? 0) * unitMs).toISOString();
    return field.kind === "timestamp" && isTimestamp(at) ? at : unknown();
  }
  return field.kind === "text" ? noNul(value) : unknown();
}
