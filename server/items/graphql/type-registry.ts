// §7: registry of the GraphQL types of a schema, created on first use.
import {
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfigMap,
  GraphQLObjectType,
} from "graphql";
import type { Collection, Field } from "#domain/schema/collection.ts";
import type { EffectivePermissions } from "#server/items/access/effective-permissions.ts";

/** A row of the read path, or another source of an object type. */
export type ResolvedRow = { [key: string]: unknown };
type Fields = GraphQLFieldConfigMap<ResolvedRow, unknown>;
type Inputs = GraphQLInputFieldConfigMap;

export interface TypeRegistry {
  permissions: EffectivePermissions;
  objects: Map<string, GraphQLObjectType>;
  inputs: Map<string, GraphQLInputObjectType>;
}

export function createTypeRegistry(permissions: EffectivePermissions): TypeRegistry {
  return { permissions, objects: new Map(), inputs: new Map() };
}

/** Returns the related collection if it is readable. */
export function getReadableTarget({ types, field }: { types: TypeRegistry; field: Field }): Collection | undefined {
  const relatedPermissions = field.target === undefined ? undefined : types.permissions.get(field.target);
  return relatedPermissions?.read ? relatedPermissions.collection : undefined;
}

/** Returns the object type of this name, created on first use. */
export function getNamedObjectType({
  types,
  name,
  fields,
}: {
  types: TypeRegistry;
  name: string;
  fields: () => Fields;
}) {
  const existing = types.objects.get(name);
  if (existing) return existing;
  const created = new GraphQLObjectType<ResolvedRow>({ name, fields });
  types.objects.set(name, created);
  return created;
}

/** Returns the input type of this name, created on first use. */
export function getNamedInputType({
  types,
  name,
  fields,
}: {
  types: TypeRegistry;
  name: string;
  fields: () => Inputs;
}) {
  const existing = types.inputs.get(name);
  if (existing) return existing;
  const created = new GraphQLInputObjectType({ name, fields });
  types.inputs.set(name, created);
  return created;
}
