// §7: what a GraphQL mutation may send, made of the fields one may write; and back into the rows of the write path.
import { GraphQLID, GraphQLList } from "graphql";
import type { GraphQLInputFieldConfigMap, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import type { Collection, Field, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { inputNamed, readableEnd, type Types } from "#server/items/graphql/made-types.ts";
import { typeName } from "#server/items/graphql/names.ts";
import { scalarOf } from "#server/items/graphql/scalars.ts";

type Operation = "create" | "update";

/**
 * `create_x_input`, `update_x_input`. Nothing is required here: what is missing is refused by the write path, with the
 * text of its field. A relation is given as `{ id }`, or as the fields of a row.
 */
export function inputType({
  types,
  collection,
  operation,
}: {
  types: Types;
  collection: Collection;
  operation: Operation;
}): GraphQLInputObjectType {
  return inputNamed({
    types,
    name: `${operation}_${typeName(collection)}_input`,
    fields: () => {
      const fields: GraphQLInputFieldConfigMap = { id: { type: GraphQLID } };
      for (const name of types.sight.of(collection.name)![operation] ?? []) {
        const type = fieldType({ types, field: collection.fields[name]!, operation });
        if (type) fields[name] = { type };
      }
      return fields;
    },
  });
}

function fieldType({
  types,
  field,
  operation,
}: {
  types: Types;
  field: Field;
  operation: Operation;
}): GraphQLInputType | undefined {
  const other = readableEnd({ types, field });
  if (other) {
    const type = inputType({ types, collection: other, operation });
    return field.kind === "many" ? new GraphQLList(type) : type;
  }
  return field.kind === "many" ? undefined : scalarOf(field);
}

/** What was sent, as a row of the write path: a relation given as nothing but its `id` is that key. */
export function sentRow({ collection, data }: { collection: Collection; data: unknown }): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(data as Row)) {
    const field = collection.fields[name];
    const other = field?.to === undefined ? undefined : collectionNamed(field.to);
    row[name] = other ? sentRelation({ other, value, isMany: field!.kind === "many" }) : value;
  }
  return row;
}

function sentRelation({ other, value, isMany }: { other: Collection; value: unknown; isMany: boolean }): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => sentRelation({ other, value: one, isMany }));
  if (typeof value !== "object" || value === null) return value;
  const row = sentRow({ collection: other, data: value });
  const isKey = Object.keys(row).length === 1 && row["id"] !== undefined;
  if (!isKey) return row;
  return other.key === "uuid" ? row["id"] : Number(row["id"]);
}
