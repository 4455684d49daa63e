// §7: SQL conditions of the filter operators of the wire contract, such as `_eq`, `_in` and `_contains`.
import type { Json } from "#domain/schema/collection.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { bindList, bindValue, type ComparisonInput, stripNul } from "#server/items/query/filter-value.ts";
import { getColumnType } from "#server/db/schema.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";

/** Left-hand side, operator and value of one filter condition. */
export interface Condition extends ComparisonInput {
  /** The SQL of the column or function. */
  expression: string;
  operator: string;
  value: Json;
  /** Part of an `_or` of counted rows. */
  isAlternative?: boolean;
}

const comparisonOperators: { [operator: string]: string } = {
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
/** True for a false operand of operators such as `_null`, also in text form. */
export const isFalseLike = (value: Json): boolean =>
  value === false || value === "false" || value === 0 || value === "0";

/** Throws INVALID_QUERY for an operator the field kind does not support, or an invalid value. */
export function buildOperatorSql(condition: Condition): string {
  const { operator, expression, value } = condition;
  if (operator === "_null" || operator === "_nnull")
    return `${expression} is ${(operator === "_null") === isFalseLike(value) ? "not " : ""}null`;
  if (Object.hasOwn(comparisonOperators, operator)) return buildComparisonSql(condition);
  if (operator === "_in" || operator === "_nin") return buildListOperatorSql(condition);
  if (operator === "_between" || operator === "_nbetween") return buildRangeSql(condition);
  return condition.field.kind === "text" ? buildTextSql(condition) : throwUnknownOperator(condition);
}

function throwUnknownOperator({ name, operator }: Condition): never {
  return throwInvalidQuery(`"${name}" does not contain the "${operator}" filter operator.`);
}

function buildComparisonSql(condition: Condition): string {
  const { operator, expression, value } = condition;
  if (operator !== "_eq" && operator !== "_neq" && !isOrdered(condition)) throwUnknownOperator(condition);
  if (value !== null) {
    const bound = bindValue({ ...condition, value });
    return condition.isAlternative
      ? buildClosedRangeSql({ ...condition, bound })
      : `${expression} ${comparisonOperators[operator]} ${bound}`;
  }
  if (operator === "_eq") return `${expression} is null`;
  return operator === "_neq" ? `${expression} is not null` : throwUnknownOperator(condition);
}

/**
 * The same comparison as a range with two ends. In a plan made without the values PostgreSQL expects it to match one
 * row in two hundred, but an open range a third and a status with two values half of them: it would count by reading
 * all of a branch instead of the alternatives by the index of each. Decision 037.
 */
function buildClosedRangeSql({ expression, operator, field, bound }: Condition & { bound: string }): string {
  const comparison = `${expression} ${comparisonOperators[operator]} ${bound}`;
  if (operator === "_eq")
    return getColumnType(field) === "bigint" ? `${expression} between ${bound} and ${bound}` : comparison;
  if (field.kind !== "timestamp" || operator === "_neq") return comparison;
  const isLowerBound = operator === "_gt" || operator === "_gte";
  return `(${comparison} and ${expression} ${isLowerBound ? "<= 'infinity'" : ">= '-infinity'"})`;
}

function buildListOperatorSql(condition: Condition): string {
  const { operator, expression, value, field } = condition;
  if (field.kind === "json") throwUnknownOperator(condition);
  const values = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(values) || values.length === 0)
    throwInvalidQuery(`"${operator}" needs a list with at least one value.`);
  if (values.length > queryLimits.listValues)
    throwInvalidQuery(`"${operator}" may hold ${queryLimits.listValues} values.`);
  const bound = bindList({ ...condition, values });
  return operator === "_in" ? `${expression} = any(${bound})` : `${expression} <> all(${bound})`;
}

function buildRangeSql(condition: Condition): string {
  const { operator, expression, value } = condition;
  const pair = typeof value === "string" ? value.split(",") : value;
  if (!isOrdered(condition) || !Array.isArray(pair) || pair.length !== 2)
    return throwInvalidQuery(`"${operator}" needs two values.`);
  const [lowerBound, upperBound] = pair.map((item) => bindValue({ ...condition, value: item }));
  return `${expression} ${operator === "_nbetween" ? "not " : ""}between ${lowerBound} and ${upperBound}`;
}

function buildTextSql(condition: Condition): string {
  const { operator, expression, value, sql } = condition;
  if (operator === "_empty" || operator === "_nempty")
    return (operator === "_empty") === isFalseLike(value)
      ? `(${expression} is not null and ${expression} <> '')`
      : `(${expression} is null or ${expression} = '')`;
  const isNegated = operator.startsWith("_n");
  const matchKind = operator.slice(isNegated ? 2 : 1);
  const match = Object.hasOwn(textMatches, matchKind) ? textMatches[matchKind] : undefined;
  if (!match || operator === "_nicontains") return throwUnknownOperator(condition);
  if (typeof value !== "string" && typeof value !== "number") throwInvalidQuery(`"${operator}" needs text.`);
  const pattern = match.before + escapeLike(String(value)) + match.after;
  return `${expression} ${isNegated ? "not " : ""}${match.like} ${sql.bind(stripNul(pattern), "text")}`;
}

/** Escapes `%`, `_` and backslashes in LIKE patterns. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
