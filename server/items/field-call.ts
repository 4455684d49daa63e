// §7: a field as it is named in a query: plainly, or as the argument of a function: `year(date_created)`, `count(history)`.
import type { Field } from "#domain/collection.ts";
import { cost } from "#server/items/cost.ts";
import { refuseQuery } from "#server/items/refused.ts";
import { quote, type SqlText } from "#server/items/sql-text.ts";

/** Part of a time in UTC → what PostgreSQL calls it. */
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

export interface FieldCall {
  function: TimePart | "count" | "json";
  field: string;
  /** json: where in the value, step by step. */
  path: readonly string[];
}

/** Cuts a text at `by`, but not within brackets. */
export function splitOutside({ text, by }: { text: string; by: "," | "." }): string[] {
  if (!text.includes("(")) return text.split(by);
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth = Math.max(0, depth - 1);
    if (sign === by && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** Undefined for a plain name; throws INVALID_QUERY for a function that there is not. */
export function callOf(text: string): FieldCall | undefined {
  const bracket = text.indexOf("(");
  if (bracket < 0) return undefined;
  const name = text.slice(0, bracket);
  const inner = text.slice(bracket + 1, -1);
  const isKnown = name === "count" || name === "json" || Object.hasOwn(timeParts, name);
  if (!text.endsWith(")") || !isKnown || inner.includes("(")) refuseQuery(`"${text}" is not a known function.`);
  const [field = "", ...rest] = inner.split(",").map((part) => part.trim());
  const isJson = name === "json";
  if (isJson !== (rest.length === 1)) refuseQuery(`"${name}" takes ${isJson ? "a field and a path" : "one field"}.`);
  return { function: name as FieldCall["function"], field, path: isJson ? jsonPath(rest[0]!) : [] };
}

function jsonPath(text: string): string[] {
  const steps = text.replaceAll(/\[(\d{1,6})\]/g, ".$1").split(".");
  if (steps.length > cost.fieldDepth || !steps.every((step) => /^\w{1,60}$/.test(step)))
    refuseQuery(`"${text}" is not a path into JSON.`);
  return steps;
}

/** The key under which the answer has it: `date_created_year`, `history_count`, `options_lane_json`. */
export function keyOfCall({ function: name, field, path }: FieldCall): string {
  const key = [field, ...path, name].join("_");
  if (key.length > cost.keyLength) refuseQuery(`The key of "${field}" would be too long: give it an alias.`);
  return key;
}

/** Refuses a function on a field of the wrong kind. */
export function checkCall({ call, field }: { call: FieldCall; field: Field }): void {
  const wanted = call.function === "count" ? "many" : call.function === "json" ? "json" : "timestamp";
  if (field.kind !== wanted) refuseQuery(`"${call.function}" cannot be taken of "${call.field}".`);
}

/** What a part of a time is compared as: whole numbers, but seconds have their fractions. */
export const comparedField = (call: FieldCall): Field => ({ kind: call.function === "second" ? "money" : "integer" });

/** A part of a time, or a value within JSON, of a row; `count` asks other rows and is made where those are known. */
export function callSql({ call, alias, sql }: { call: FieldCall; alias: string; sql: SqlText }): string {
  const column = `${alias}.${quote(call.field)}`;
  if (call.function === "json") return `(${column} #> ${sql.bind([...call.path], "text[]")})`;
  const part = timeParts[call.function as TimePart];
  return `extract(${part} from ${column} at time zone 'UTC')`;
}
