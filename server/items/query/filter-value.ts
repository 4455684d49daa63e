// §7: converts filter values to the type of their column and rejects invalid ones before the query runs.
import type { Field, Json } from "#domain/schema/collection.ts";
import { Users } from "#domain/people/users.collection.ts";
import { roles, type Actor } from "#domain/access/roles.ts";
import { isStorableJson, isTimestamp, isUuid, parseTimestamp } from "#domain/schema/stored-value.ts";
import { getColumnType } from "#server/db/schema.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import { quoteIdentifier, type SqlText } from "#server/items/query/sql-text.ts";

export interface ComparisonInput {
  /** Name in the query. */
  name: string;
  field: Field;
  sql: SqlText;
  actor: Actor | null;
  now: Date;
}

/** SQL type for comparison; text has no length limit here, so that a longer text is not truncated to a match. */
export function getComparisonType(field: Field): string {
  if (field.kind === "text") return "text";
  return field.kind === "money" ? "numeric" : getColumnType(field);
}

/** Binds one value, or returns the SQL of `$CURRENT_USER.field`. */
export function bindValue({ value, ...comparison }: ComparisonInput & { value: Json }): string {
  const { field, sql } = comparison;
  const currentUserSql = buildCurrentUserSql({ ...comparison, value });
  if (currentUserSql) return currentUserSql;
  const plainValue = toFilterValue({ ...comparison, value });
  return field.kind === "json"
    ? `${sql.bind(plainValue, "text")}::jsonb`
    : sql.bind(plainValue, getComparisonType(field));
}

/** Binds a list of values for `any(…)` and `all(…)`. */
export function bindList({ values, ...comparison }: ComparisonInput & { values: readonly Json[] }): string {
  const type = `${getComparisonType(comparison.field)}[]`;
  const hasCurrentUser = values.some((value) => typeof value === "string" && value.startsWith("$CURRENT_USER."));
  if (hasCurrentUser) return `array[${values.map((value) => bindValue({ ...comparison, value })).join(", ")}]::${type}`;
  const plainValues = values.map((value) => toFilterValue({ ...comparison, value }));
  // The driver infers a boolean from the first item of a list and reads text as false.
  if (comparison.field.kind === "boolean")
    return `${comparison.sql.bind(plainValues.map(String), "text[]")}::boolean[]`;
  return comparison.sql.bind(plainValues, type);
}

/** Returns the text; throws if it has a NUL character, which PostgreSQL cannot store. */
export function stripNul(text: string): string {
  if (text.includes("\u0000")) throwInvalidQuery("Text may not hold a NUL character.");
  return text;
}

function toFilterValue({ value, ...comparison }: ComparisonInput & { value: Json }): unknown {
  const { name, field } = comparison;
  if (typeof value === "string" && value.startsWith("$")) return resolveDynamicValue({ ...comparison, value });
  const throwMismatch = (expected: string) => throwInvalidQuery(`"${name}" compares with ${expected}.`);
  const type = getColumnType(field);
  if (type === "integer" || type === "bigint") {
    const maximum = type === "bigint" ? Number.MAX_SAFE_INTEGER : 2_147_483_647;
    const number = typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || Math.abs(number) > maximum)
      throwMismatch("a whole number");
    return number;
  }
  if (type === "uuid") return isUuid(value) ? value : throwMismatch("an id");
  switch (field.kind) {
    case "money":
      if (!/^-?\d{1,10}(\.\d{1,20})?$/.test(String(value).trim())) throwMismatch("an amount");
      return String(value);
    case "boolean":
      if (value !== true && value !== false && !["true", "false", "0", "1", 0, 1].includes(value as string))
        throwMismatch("true or false");
      return value === true || value === "true" || value === "1" || value === 1;
    case "timestamp":
      return isTimestamp(value) ? parseTimestamp(value as string).toISOString() : throwMismatch("a date and time");
    case "json":
      return isStorableJson(value) ? JSON.stringify(value) : throwMismatch("what can be stored");
    default:
      if (typeof value === "object") throwMismatch("text");
      return stripNul(String(value));
  }
}

/** `$CURRENT_USER`, `$CURRENT_ROLE`, `$NOW` and `$NOW(-1 day)`; for text fields other values are literal text. */
function resolveDynamicValue({ value, field, actor, now }: ComparisonInput & { value: string }): unknown {
  const throwUnknown = () => throwInvalidQuery(`"${value}" is not known here.`);
  const isIdOrText = getColumnType(field) === "uuid" || field.kind === "text";
  if (value === "$CURRENT_USER") return isIdOrText ? (actor?.id ?? null) : throwUnknown();
  if (value === "$CURRENT_ROLE" || value === "$CURRENT_ROLES")
    return isIdOrText && actor ? roles[actor.role].id : throwUnknown();
  const nowMatch = /^\$NOW(?:\(\s*([+-]?\d{1,6})\s*([a-z]+?)s?\s*\))?$/.exec(value);
  if (nowMatch) {
    const shifted = shiftDate({ now, amount: Number(nowMatch[1] ?? 0), unit: nowMatch[2] ?? "second" })?.toISOString();
    return field.kind === "timestamp" && isTimestamp(shifted) ? shifted : throwUnknown();
  }
  return field.kind === "text" ? stripNul(value) : throwUnknown();
}

const unitMs: { [unit: string]: number } = {
  millisecond: 1,
  second: 1e3,
  minute: 6e4,
  hour: 36e5,
  day: 864e5,
  week: 6048e5,
};

/**
 * Adds an amount of units in UTC, capped at the last day of a shorter month. Undefined for an unknown unit or invalid
 * date.
 */
function shiftDate({ now, amount, unit }: { now: Date; amount: number; unit: string }): Date | undefined {
  const shifted = new Date(now);
  if (Object.hasOwn(unitMs, unit)) shifted.setTime(shifted.getTime() + amount * unitMs[unit]!);
  else if (unit === "month" || unit === "year") {
    const day = shifted.getUTCDate();
    shifted.setUTCMonth(shifted.getUTCMonth() + amount * (unit === "year" ? 12 : 1));
    if (shifted.getUTCDate() !== day) shifted.setUTCDate(0);
  } else return undefined;
  return Number.isNaN(shifted.getTime()) ? undefined : shifted;
}

/** `$CURRENT_USER.default_branch`: current value of a field of the actor's user, except secrets. */
function buildCurrentUserSql({
  value,
  field,
  sql,
  actor,
  name,
}: ComparisonInput & { value: Json }): string | undefined {
  if (typeof value !== "string" || !value.startsWith("$CURRENT_USER.")) return undefined;
  const fieldName = value.slice("$CURRENT_USER.".length);
  const userFields = Users.fields as { [name: string]: Field };
  const userField = Object.hasOwn(userFields, fieldName) ? userFields[fieldName] : undefined;
  if (!userField || !actor || userField.kind === "secret" || userField.kind === "many" || userField.kind === "json")
    return throwInvalidQuery(`"${value}" is not known here.`);
  if (getComparisonType(userField) !== getComparisonType(field))
    throwInvalidQuery(`"${name}" is not compared with "${value}".`);
  return `(select own.${quoteIdentifier(fieldName)} from "users" own where own."id" = ${sql.bind(actor.id, "uuid")})`;
}
