// §7: `search`: case-insensitive `contains` over the texts one may read; equality where the search is a number, an amount or an id.
import type { Field } from "#domain/collection.ts";
import { isUuid } from "#domain/stored-value.ts";
import type { FilterScope } from "#server/items/filter-sql.ts";
import { escaped } from "#server/items/operator-sql.ts";
import { readableFields } from "#server/items/readable.ts";
import { quote } from "#server/items/sql-text.ts";

export function searchSql(search: string, scope: FilterScope): string {
  const may = readableFields(scope);
  const equalTo = equals(search, scope);
  let bound: string | undefined;
  // Bound when it is first needed: a value nobody asks for has no type.
  const pattern = (): string => (bound ??= scope.sql.bind(`%${escaped(search)}%`, "text"));
  const parts = Object.entries(scope.collection.fields).flatMap(([name, field]) => {
    if (!may(name)) return [];
    const column = `${scope.alias}.${quote(name)}`;
    if (field.kind === "text") return [`${column} ilike ${pattern()}`];
    const same = equalTo(field);
    return same ? [`${column} = ${same}`] : [];
  });
  return parts.length === 0 ? "false" : `(${parts.join(" or ")})`;
}

/** What a field of another kind than text would have to equal; undefined where it cannot. */
function equals(search: string, { sql }: FilterScope): (field: Field) => string | undefined {
  const isNumber = /^\d{1,9}$/.test(search);
  const isAmount = /^\d{1,10}(\.\d{1,2})?$/.test(search);
  return ({ kind }) => {
    if (kind === "integer" && isNumber) return sql.bind(Number(search), "integer");
    if (kind === "money" && isAmount) return sql.bind(search, "numeric");
    return kind === "uuid" && isUuid(search) ? sql.bind(search, "uuid") : undefined;
  };
}
