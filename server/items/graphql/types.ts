// §7: GraphQL object types of the collections, with readable fields only.
import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { Collection, Field } from "#domain/schema/collection.ts";
import { getFilterType } from "#server/items/graphql/filters.ts";
import { aggregateFunctions, toAlias, timestampParts, getTypeName } from "#server/items/graphql/names.ts";
import {
  type ResolvedRow,
  getNamedObjectType,
  getReadableTarget,
  type TypeRegistry,
} from "#server/items/graphql/type-registry.ts";
import { DateScalar, JsonScalar, getScalar } from "#server/items/graphql/scalars.ts";
import { ownUserCollection } from "#server/items/access/own-user.ts";

type Fields = GraphQLFieldConfigMap<ResolvedRow, unknown>;

/** Object type of a row; the collection must be readable. */
export function getRowType({ types, collection }: { types: TypeRegistry; collection: Collection }): GraphQLObjectType {
  const read = types.permissions.get(collection.name)!.read!;
  return getNamedObjectType({
    types,
    name: getTypeName(collection),
    fields: () => buildRowFields({ types, collection, read }),
  });
}

/** Object type of the actor's own user, which has more readable fields. */
export function getOwnUserType(types: TypeRegistry): GraphQLObjectType {
  const read = Object.keys(ownUserCollection.fields);
  const name = `${getTypeName(ownUserCollection)}_me`;
  return getNamedObjectType({
    types,
    name,
    fields: () => buildRowFields({ types, collection: ownUserCollection, read }),
  });
}

function buildRowFields({
  types,
  collection,
  read,
}: {
  types: TypeRegistry;
  collection: Collection;
  read: readonly string[];
}): Fields {
  const fields: Fields = {};
  for (const name of read) {
    const field = collection.fields[name]!;
    const relatedCollection = getReadableTarget({ types, field });
    if (field.target && relatedCollection) fields[name] = buildRelationField({ types, field, relatedCollection });
    else if (field.kind !== "many") fields[name] = buildValueField({ name, field });
    if (field.kind === "timestamp") fields[`${name}_func`] = timestampFunctions({ types, name });
    if (field.kind === "many" && relatedCollection) fields[`${name}_func`] = countFunction({ types, name });
  }
  return fields;
}

function buildRelationField({
  types,
  field,
  relatedCollection,
}: {
  types: TypeRegistry;
  field: Field;
  relatedCollection: Collection;
}): Fields[string] {
  const type = getRowType({ types, collection: relatedCollection });
  return {
    type: field.kind === "many" ? new GraphQLList(type) : type,
    args: getListArguments({ types, collection: relatedCollection }),
    resolve: (row, _args, _context, { fieldName, path }) => {
      const alias = toAlias({ field: fieldName, key: String(path.key) });
      return alias in row ? row[alias] : row[fieldName];
    },
  };
}

function buildValueField({ name, field }: { name: string; field: Field }): Fields[string] {
  const type = getScalar(field);
  const descriptionConfig = field.allowedValues ? { description: `One of ${field.allowedValues.join(", ")}.` } : {};
  if (field.kind === "money") return { type, resolve: (row) => toNumberOrNull(row[name]), ...descriptionConfig };
  return { type: name === "id" ? new GraphQLNonNull(GraphQLID) : type, ...descriptionConfig };
}

/** Converts counts and sums, which the read path returns as text to avoid overflow. */
function toNumberOrNull(text: unknown): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function timestampFunctions({ types, name }: { types: TypeRegistry; name: string }): Fields[string] {
  const parts: Fields = {};
  for (const part of timestampParts)
    parts[part] = { type: GraphQLInt, resolve: (source) => getTimestampPart({ source, part }) };
  const type = getNamedObjectType({ types, name: "datetime_functions", fields: () => parts });
  return { type, resolve: (row) => ({ row, name }) };
}

function getTimestampPart({ source, part }: { source: ResolvedRow; part: string }): number | null {
  const { row, name } = source as { row: ResolvedRow; name: string };
  const number = toNumberOrNull(row[`${name}_${part}`]);
  return number === null ? null : Math.trunc(number);
}

function countFunction({ types, name }: { types: TypeRegistry; name: string }): Fields[string] {
  const fields: Fields = {
    count: { type: GraphQLInt, resolve: (source) => getTimestampPart({ source, part: "count" }) },
  };
  return {
    type: getNamedObjectType({ types, name: "count_functions", fields: () => fields }),
    resolve: (row) => ({ row, name }),
  };
}

/** Arguments that filter, sort and page a list. */
export function getListArguments({
  types,
  collection,
}: {
  types: TypeRegistry;
  collection: Collection;
}): GraphQLFieldConfigArgumentMap {
  return {
    filter: { type: getFilterType({ types, collection }) },
    sort: { type: new GraphQLList(GraphQLString) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
    page: { type: GraphQLInt },
    search: { type: GraphQLString },
  };
}

/** Aggregates over readable rows, optionally by group. */
export function getAggregatedType({
  types,
  collection,
}: {
  types: TypeRegistry;
  collection: Collection;
}): GraphQLObjectType {
  const name = `${getTypeName(collection)}_aggregated`;
  return getNamedObjectType({
    types,
    name,
    fields: () => {
      const fields: Fields = {
        group: { type: JsonScalar, resolve: (row) => row["group"] ?? null },
        countAll: { type: GraphQLInt, resolve: (row) => toNumberOrNull(row["countAll"]) },
      };
      for (const functionName of aggregateFunctions) {
        const aggregated = aggregateFields({ types, collection, used: functionName });
        if (Object.keys(aggregated).length === 0) continue;
        fields[functionName] = {
          type: getNamedObjectType({ types, name: `${name}_${functionName}`, fields: () => aggregated }),
        };
      }
      return fields;
    },
  });
}

const sumFunctions: readonly string[] = ["sum", "sumDistinct", "avg", "avgDistinct"];

function aggregateFields({
  types,
  collection,
  used,
}: {
  types: TypeRegistry;
  collection: Collection;
  used: string;
}): Fields {
  const fields: Fields = {};
  for (const name of types.permissions.get(collection.name)!.read!) {
    const field = collection.fields[name]!;
    if (field.kind === "many" || field.kind === "secret" || field.kind === "json") continue;
    const isNumber = field.kind === "integer" || field.kind === "money";
    const resolveNumber = (row: ResolvedRow): number | null => toNumberOrNull(row[name]);
    if (used.startsWith("count")) fields[name] = { type: GraphQLInt, resolve: resolveNumber };
    else if (sumFunctions.includes(used) && isNumber && name !== "id")
      fields[name] = { type: GraphQLFloat, resolve: resolveNumber };
    else if ((used === "min" || used === "max") && isNumber)
      fields[name] = { type: GraphQLFloat, resolve: resolveNumber };
    else if ((used === "min" || used === "max") && field.kind === "timestamp") fields[name] = { type: DateScalar };
  }
  return fields;
}
