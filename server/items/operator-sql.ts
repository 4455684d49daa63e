// §7: one operator of a filter as a SQL condition: `_eq`, `_in`, `_contains` and all the others of the wire contract.
import type { Json } from "#domain/collection.ts";
import { cost } from "#server/items/cost.ts";
import { boundList, boundValue, type Compared, noNul } from "#server/items/filter-value.ts";
import { refuseQuery } from "#server/items/refused.ts";

/** What stands left of the operator, and what is asked of it. */
export interface Condition extends Compared {
  /** The SQL of the column or function. */
  expression: string;
  operator: string;
  value: Json;
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

const isOrdered = ({ field }: Condition): boolean => field.kind !== "boolean" && field.kind !== "json";
/** What `_null: false` and its like say, also where everything is text. */
export const saysNo = (value: Json): boolean => value === false || value === "false" || value === 0 || value === "0";

/** Throws INVALID_QUERY for an operator the kind of field does not have, and for a value that cannot be meant. */
export function operatorSql(condition: Condition): string {
  const { operator, expression, value } = condition;
  if (operator === "_null" || operator === "_nnull")
    return `${expression} is ${(operator === "_null") === saysNo(value) ? "not " : ""}null`;
  if (Object.hasOwn(comparisons, operator)) return comparisonSql(condition);
  if (operator === "_in" || operator === "_nin") return listSql(condition);
  if (operator === "_between" || operator === "_nbetween") return rangeSql(condition);
  return condition.field.kind === "text" ? textSql(condition) : unknown(condition);
}

function unknown({ name, operator }: Condition): never {
  return refuseQuery(`"${name}" does not contain the "${operator}" filter operator.`);
}

function comparisonSql(condition: Condition): string {
  const { operator, expression, value } = condition;
  if (operator !== "_eq" && operator !== "_neq" && !isOrdered(condition)) unknown(condition);
  if (value !== null) return `${expression} ${comparisons[operator]} ${boundValue({ ...condition, value })}`;
  if (operator === "_eq") return `${expression} is null`;
  return operator === "_neq" ? `${expression} is not null` : unknown(condition);
}

function listSql(condition: Condition): string {
  const { operator, expression, value, field } = condition;
  if (field.kind === "json") unknown(condition);
  const values = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(values) || values.length === 0) refuseQuery(`"${operator}" needs a list with at least one value.`);
  if (values.length > cost.listValues) refuseQuery(`"${operator}" may hold ${cost.listValues} values.`);
  const bound = boundList({ ...condition, values });
  return operator === "_in" ? `${expression} = any(${bound})` : `${expression} <> all(${bound})`;
}

function rangeSql(condition: Condition): string {
  const { operator, expression, value } = condition;
  const pair = typeof value === "string" ? value.split(",") : value;
  if (!isOrdered(condition) || !Array.isArray(pair) || pair.length !== 2)
    return refuseQuery(`"${operator}" needs two values.`);
  const [least, most] = pair.map((one) => boundValue({ ...condition, value: one }));
  return `${expression} ${operator === "_nbetween" ? "not " : ""}between ${least} and ${most}`;
}

function textSql(condition: Condition): string {
  const { operator, expression, value, sql } = condition;
  if (operator === "_empty" || operator === "_nempty")
    return (operator === "_empty") === saysNo(value)
      ? `(${expression} is not null and ${expression} <> '')`
      : `(${expression} is null or ${expression} = '')`;
  const isNot = operator.startsWith("_n");
  const kind = operator.slice(isNot ? 2 : 1);
  const match = Object.hasOwn(textMatches, kind) ? textMatches[kind] : undefined;
  if (!match || operator === "_nicontains") return unknown(condition);
  if (typeof value !== "string" && typeof value !== "number") refuseQuery(`"${operator}" needs text.`);
  const pattern = match.before + escaped(String(value)) + match.after;
  return `${expression} ${isNot ? "not " : ""}${match.like} ${sql.bind(noNul(pattern), "text")}`;
}

/** `%` and `_` mean themselves. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
