// §7: `search`: case-insensitive `contains` over readable text fields; equality if the term is a number, an amount or
// an id.
import type { Field } from "#domain/schema/collection.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { isId } from "#domain/schema/fields.ts";
import { buildColumnSql, type FilterScope } from "#server/items/query/filter-sql.ts";
import { escapeLike } from "#server/items/query/operator-sql.ts";
import { getReadableFields } from "#server/items/access/readable-fields.ts";

export function buildSearchSql(search: string, scope: FilterScope): string {
  const isReadable = getReadableFields(scope);
  const bindEqualValue = createEqualityCondition(search, scope);
  let boundPattern: string | undefined;
  // Bound on first use: an unused parameter would have no type.
  const pattern = (): string => (boundPattern ??= scope.sql.bind(`%${escapeLike(search)}%`, "text"));
  const conditions = Object.entries(scope.collection.fields).flatMap(([name, field]) => {
    if (!isReadable(name)) return [];
    if (field.kind === "text") return [`${buildColumnSql({ scope, name })} ilike ${pattern()}`];
    const equalValue = bindEqualValue(field);
    return equalValue ? [`${buildColumnSql({ scope, name })} = ${equalValue}`] : [];
  });
  return conditions.length === 0 ? "false" : `(${conditions.join(" or ")})`;
}

/** Returns the value a non-text field has to equal; undefined if the term does not fit its kind. */
function createEqualityCondition(search: string, { sql }: FilterScope): (field: Field) => string | undefined {
  const isNumber = isId(search);
  const isAmount = /^\d{1,10}(\.\d{1,2})?$/.test(search);
  return ({ kind }) => {
    if (kind === "integer" && isNumber) return sql.bind(Number(search), "bigint");
    if (kind === "money" && isAmount) return sql.bind(search, "numeric");
    return kind === "uuid" && isUuid(search) ? sql.bind(search, "uuid") : undefined;
  };
}
