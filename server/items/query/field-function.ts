// §7: field functions in queries, such as `year(date_created)` and `count(history)`.
import type { Field } from "#domain/schema/collection.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import type { SqlText } from "#server/items/query/sql-text.ts";

/** Part of a timestamp (UTC) → field name of PostgreSQL's `extract`. */
const timeParts = {
  year: "year",
  month: "month",
  week: "week",
  day: "day",
  weekday: "dow",
  hour: "hour",
  minute: "minute",
  second: "second",
} as const;
export type TimePart = keyof typeof timeParts;

export interface FieldFunction {
  function: TimePart | "count" | "json";
  field: string;
  /** json: path into the value. */
  path: readonly string[];
}

/** Splits a text at the separator, except within brackets. */
export function splitOutsideBrackets({ text, separator }: { text: string; separator: "," | "." }): string[] {
  if (!text.includes("(")) return text.split(separator);
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (character === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Returns undefined for a plain field name; throws INVALID_QUERY for an unknown function. */
export function parseFieldFunction(text: string): FieldFunction | undefined {
  const bracket = text.indexOf("(");
  if (bracket < 0) return undefined;
  const name = text.slice(0, bracket);
  const inner = text.slice(bracket + 1, -1);
  const isKnown = name === "count" || name === "json" || Object.hasOwn(timeParts, name);
  if (!text.endsWith(")") || !isKnown || inner.includes("(")) throwInvalidQuery(`"${text}" is not a known function.`);
  const [field = "", ...otherArguments] = inner.split(",").map((part) => part.trim());
  const isJson = name === "json";
  if (isJson !== (otherArguments.length === 1))
    throwInvalidQuery(`"${name}" takes ${isJson ? "a field and a path" : "one field"}.`);
  return { function: name as FieldFunction["function"], field, path: isJson ? parseJsonPath(otherArguments[0]!) : [] };
}

function parseJsonPath(text: string): string[] {
  const steps = text.replaceAll(/\[(\d{1,6})\]/g, ".$1").split(".");
  if (steps.length > queryLimits.fieldDepth || !steps.every((step) => /^\w{1,60}$/.test(step)))
    throwInvalidQuery(`"${text}" is not a path into JSON.`);
  return steps;
}

/** Key in the result: `date_created_year`, `history_count`, `options_lane_json`. */
export function toFunctionKey({ function: name, field, path }: FieldFunction): string {
  const key = [field, ...path, name].join("_");
  if (key.length > queryLimits.keyLength)
    throwInvalidQuery(`The key of "${field}" would be too long: give it an alias.`);
  return key;
}

/** Throws INVALID_QUERY for a function on a field of the wrong kind. */
export function assertFunctionAllowed({ fieldFunction, field }: { fieldFunction: FieldFunction; field: Field }): void {
  const requiredKind =
    fieldFunction.function === "count" ? "many" : fieldFunction.function === "json" ? "json" : "timestamp";
  if (field.kind !== requiredKind)
    throwInvalidQuery(`"${fieldFunction.function}" cannot be taken of "${fieldFunction.field}".`);
}

/** Field type for the comparison of a timestamp part: integers, except seconds, which have fractions. */
export const getFunctionResultField = (fieldFunction: FieldFunction): Field => ({
  kind: fieldFunction.function === "second" ? "money" : "integer",
});

/** SQL of a timestamp part or a JSON value; `count` needs the related rows and is built in `buildRelationCountSql`. */
export function buildFunctionSql({
  fieldFunction,
  column,
  sql,
}: {
  fieldFunction: FieldFunction;
  column: string;
  sql: SqlText;
}): string {
  if (fieldFunction.function === "json") return `(${column} #> ${sql.bind([...fieldFunction.path], "text[]")})`;
  const part = timeParts[fieldFunction.function as TimePart];
  return `extract(${part} from ${column} at time zone 'UTC')`;
}
