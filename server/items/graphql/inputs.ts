// §7: input types of GraphQL mutations, built from writable fields, and conversion to payloads of the write path.
import { GraphQLID, GraphQLList } from "graphql";
import type { GraphQLInputFieldConfigMap, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import type { Collection, Field, Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { getNamedInputType, getReadableTarget, type TypeRegistry } from "#server/items/graphql/type-registry.ts";
import { getTypeName } from "#server/items/graphql/names.ts";
import { getScalar } from "#server/items/graphql/scalars.ts";

type InputOperation = "create" | "update";

/**
 * `create_x_input`, `update_x_input`. No field is required here, so that missing ones get the error text of the write
 * path. A relation is passed as `{ id }` or as the fields of a row.
 */
export function getInputType({
  types,
  collection,
  operation,
}: {
  types: TypeRegistry;
  collection: Collection;
  operation: InputOperation;
}): GraphQLInputObjectType {
  return getNamedInputType({
    types,
    name: `${operation}_${getTypeName(collection)}_input`,
    fields: () => {
      const fields: GraphQLInputFieldConfigMap = { id: { type: GraphQLID } };
      for (const name of types.permissions.get(collection.name)![operation] ?? []) {
        const type = getFieldInputType({ types, field: collection.fields[name]!, operation });
        if (type) fields[name] = { type };
      }
      return fields;
    },
  });
}

function getFieldInputType({
  types,
  field,
  operation,
}: {
  types: TypeRegistry;
  field: Field;
  operation: InputOperation;
}): GraphQLInputType | undefined {
  const relatedCollection = getReadableTarget({ types, field });
  if (relatedCollection) {
    const type = getInputType({ types, collection: relatedCollection, operation });
    return field.kind === "many" ? new GraphQLList(type) : type;
  }
  return field.kind === "many" ? undefined : getScalar(field);
}

/** Converts an input to a payload of the write path; a relation with only an `id` becomes the key. */
export function toPayload({ collection, data }: { collection: Collection; data: unknown }): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(data as Row)) {
    const field = collection.fields[name];
    const relatedCollection = field?.target === undefined ? undefined : findCollection(field.target);
    row[name] = relatedCollection
      ? toRelationPayload({ relatedCollection, value, isMany: field!.kind === "many" })
      : value;
  }
  return row;
}

function toRelationPayload({
  relatedCollection,
  value,
  isMany,
}: {
  relatedCollection: Collection;
  value: unknown;
  isMany: boolean;
}): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => toRelationPayload({ relatedCollection, value: item, isMany }));
  if (typeof value !== "object" || value === null) return value;
  const row = toPayload({ collection: relatedCollection, data: value });
  const isKey = Object.keys(row).length === 1 && row["id"] !== undefined;
  if (!isKey) return row;
  return relatedCollection.keyType === "uuid" ? row["id"] : Number(row["id"]);
}
