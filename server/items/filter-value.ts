// §7: a caller's value in the form its column compares with; refused here so that the database never has to.
import type { Field, Json } from "#domain/collection.ts";
import { Users } from "#domain/collections/users.ts";
import { roles, type Who } from "#domain/roles.ts";
import { isStorableJson, isTimestamp, isUuid, timestampOf } from "#domain/stored-value.ts";
import { columnType } from "#server/db/schema.ts";
import { refuseQuery } from "#server/items/refused.ts";
import { quote, type SqlText } from "#server/items/sql-text.ts";

export interface Compared {
  /** As the query names it. */
  name: string;
  field: Field;
  sql: SqlText;
  who: Who | null;
  now: Date;
}

/** The type a value is compared as: a text longer than its column is another text, not the same one cut off. */
export function comparedAs(field: Field): string {
  if (field.kind === "text") return "text";
  return field.kind === "money" ? "numeric" : columnType(field);
}

/** One value as a bound parameter, or as what `$CURRENT_USER.field` stands for. */
export function boundValue({ value, ...compared }: Compared & { value: Json }): string {
  const { field, sql } = compared;
  const ofUser = ownFieldSql({ ...compared, value });
  if (ofUser) return ofUser;
  const plain = filterValue({ ...compared, value });
  return field.kind === "json" ? `${sql.bind(plain, "text")}::jsonb` : sql.bind(plain, comparedAs(field));
}

/** A list of values, as what `any(…)` and `all(…)` take. */
export function boundList({ values, ...compared }: Compared & { values: readonly Json[] }): string {
  const type = `${comparedAs(compared.field)}[]`;
  const isOfUser = values.some((value) => typeof value === "string" && value.startsWith("$CURRENT_USER."));
  if (isOfUser) return `array[${values.map((value) => boundValue({ ...compared, value })).join(", ")}]::${type}`;
  const plain = values.map((value) => filterValue({ ...compared, value }));
  // The driver takes a list that begins with true or false for one of them, and a text for false.
  if (compared.field.kind === "boolean") return `${compared.sql.bind(plain.map(String), "text[]")}::boolean[]`;
  return compared.sql.bind(plain, type);
}

/** Text for the database, which has no NUL. */
export function noNul(text: string): string {
  if (text.includes("\u0000")) refuseQuery("Text may not hold a NUL character.");
  return text;
}

function filterValue({ value, ...compared }: Compared & { value: Json }): unknown {
  const { name, field } = compared;
  if (typeof value === "string" && value.startsWith("$")) return dynamicValue({ ...compared, value });
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
      if (!/^-?\d{1,10}(\.\d{1,20})?$/.test(String(value).trim())) wrong("an amount");
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

/** `$CURRENT_USER`, `$CURRENT_ROLE`, `$NOW` and `$NOW(-1 day)`; of a text field anything else is the text it is. */
function dynamicValue({ value, field, who, now }: Compared & { value: string }): unknown {
  const unknown = () => refuseQuery(`"${value}" is not known here.`);
  const isIdOrText = columnType(field) === "uuid" || field.kind === "text";
  if (value === "$CURRENT_USER") return isIdOrText ? (who?.id ?? null) : unknown();
  if (value === "$CURRENT_ROLE" || value === "$CURRENT_ROLES")
    return isIdOrText && who ? roles[who.role].id : unknown();
  const asked = /^\$NOW(?:\(\s*([+-]?\d{1,6})\s*([a-z]+?)s?\s*\))?$/.exec(value);
  if (asked) {
    const at = moved({ now, by: Number(asked[1] ?? 0), unit: asked[2] ?? "second" })?.toISOString();
    return field.kind === "timestamp" && isTimestamp(at) ? at : unknown();
  }
  return field.kind === "text" ? noNul(value) : unknown();
}

const unitMs: { [unit: string]: number } = {
  millisecond: 1,
  second: 1e3,
  minute: 6e4,
  hour: 36e5,
  day: 864e5,
  week: 6048e5,
};

/** So many units from now, in UTC; the 31st of a shorter month is its last day. Undefined where there is no such time. */
function moved({ now, by, unit }: { now: Date; by: number; unit: string }): Date | undefined {
  const at = new Date(now);
  if (Object.hasOwn(unitMs, unit)) at.setTime(at.getTime() + by * unitMs[unit]!);
  else if (unit === "month" || unit === "year") {
    const day = at.getUTCDate();
    at.setUTCMonth(at.getUTCMonth() + by * (unit === "year" ? 12 : 1));
    if (at.getUTCDate() !== day) at.setUTCDate(0);
  } else return undefined;
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** `$CURRENT_USER.default_branch`: a field of one's own user, as the database has it at this moment; never a secret. */
function ownFieldSql({ value, field, sql, who, name }: Compared & { value: Json }): string | undefined {
  if (typeof value !== "string" || !value.startsWith("$CURRENT_USER.")) return undefined;
  const asked = value.slice("$CURRENT_USER.".length);
  const users = Users.fields as { [name: string]: Field };
  const own = Object.hasOwn(users, asked) ? users[asked] : undefined;
  if (!own || !who || own.kind === "secret" || own.kind === "many" || own.kind === "json")
    return refuseQuery(`"${value}" is not known here.`);
  if (comparedAs(own) !== comparedAs(field)) refuseQuery(`"${name}" is not compared with "${value}".`);
  return `(select own.${quote(asked)} from "users" own where own."id" = ${sql.bind(who.id, "uuid")})`;
}
