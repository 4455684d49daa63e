// §7: the GraphQL types of one sight, each made once, when it is first asked for.
import {
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfigMap,
  GraphQLObjectType,
} from "graphql";
import type { Collection, Field } from "#domain/collection.ts";
import type { Sight } from "#server/items/seen.ts";

/** A row, or what else an object type is made of, as the read path answered it. */
export type Answered = { [key: string]: unknown };
type Fields = GraphQLFieldConfigMap<Answered, unknown>;
type Inputs = GraphQLInputFieldConfigMap;

export interface Types {
  sight: Sight;
  objects: Map<string, GraphQLObjectType>;
  inputs: Map<string, GraphQLInputObjectType>;
}

export function makeTypes(sight: Sight): Types {
  return { sight, objects: new Map(), inputs: new Map() };
}

/** The collection at the other end of a relation, if it may be read. */
export function readableEnd({ types, field }: { types: Types; field: Field }): Collection | undefined {
  const other = field.to === undefined ? undefined : types.sight.of(field.to);
  return other?.read ? other.collection : undefined;
}

/** One object type by its name, made when it is first asked for. */
export function objectNamed({ types, name, fields }: { types: Types; name: string; fields: () => Fields }) {
  const known = types.objects.get(name);
  if (known) return known;
  const made = new GraphQLObjectType<Answered>({ name, fields });
  types.objects.set(name, made);
  return made;
}

/** One input type by its name, made when it is first asked for. */
export function inputNamed({ types, name, fields }: { types: Types; name: string; fields: () => Inputs }) {
  const known = types.inputs.get(name);
  if (known) return known;
  const made = new GraphQLInputObjectType({ name, fields });
  types.inputs.set(name, made);
  return made;
}
