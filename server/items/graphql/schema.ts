// §7: the GraphQL schema for a set of permissions; items and system collections have separate schemas.
import { LRUCache } from "lru-cache";
import {
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import type { Collection } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { GraphqlContext } from "#server/items/graphql/context.ts";
import type { ResolvedRow } from "#server/items/graphql/type-registry.ts";
import { getFilterType } from "#server/items/graphql/filters.ts";
import { buildMutations } from "#server/items/graphql/mutations.ts";
import { buildAggregateQuery, getGroups, buildListQuery } from "#server/items/graphql/selection.ts";
import { createTypeRegistry, type TypeRegistry } from "#server/items/graphql/type-registry.ts";
import { getAggregatedType, getListArguments, getRowType } from "#server/items/graphql/types.ts";
import { getEffectivePermissions } from "#server/items/access/effective-permissions.ts";

export type GraphqlScope = "items" | "system";
type RootFields = GraphQLFieldConfigMap<unknown, GraphqlContext>;

/** Root fields that are not collections, such as the current user or login. */
export type AdditionalRootFields = (types: TypeRegistry) => { query: RootFields; mutation: RootFields };

/** Cache of schemas, shared by actors with the same permissions. */
export class SchemaCache {
  readonly #schemas = new LRUCache<string, GraphQLSchema>({ max: 60 });
  readonly #systemRoots: AdditionalRootFields;

  constructor(systemRoots: AdditionalRootFields) {
    this.#systemRoots = systemRoots;
  }

  get({ actor, scope }: { actor: Actor; scope: GraphqlScope }): GraphQLSchema {
    const permissions = getEffectivePermissions(actor);
    const key = `${scope} ${permissions.signature}`;
    const cached = this.#schemas.get(key);
    if (cached) return cached;
    const types = createTypeRegistry(permissions);
    const schema = buildSchema({ types, scope, additionalFields: scope === "system" ? this.#systemRoots : undefined });
    this.#schemas.set(key, schema);
    return schema;
  }
}

function buildSchema({
  types,
  scope,
  additionalFields,
}: {
  types: TypeRegistry;
  scope: GraphqlScope;
  additionalFields: AdditionalRootFields | undefined;
}): GraphQLSchema {
  const query: RootFields = {};
  const mutation: RootFields = {};
  for (const { collection, read } of types.permissions.all) {
    if ((collection.isSystem === true) !== (scope === "system")) continue;
    if (read) Object.assign(query, buildQueries({ types, collection }));
    Object.assign(mutation, buildMutations({ types, collection }));
  }
  const additional = additionalFields?.(types);
  Object.assign(query, additional?.query);
  Object.assign(mutation, additional?.mutation);
  // A schema needs at least one query field, even without any read permission.
  if (Object.keys(query).length === 0) query["_empty"] = { type: GraphQLString, resolve: () => null };
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: query }),
    mutation: Object.keys(mutation).length > 0 ? new GraphQLObjectType({ name: "Mutation", fields: mutation }) : null,
  });
}

function buildQueries({ types, collection }: { types: TypeRegistry; collection: Collection }): RootFields {
  const type = getRowType({ types, collection });
  const args = getListArguments({ types, collection });
  const readOne = async (id: unknown, context: GraphqlContext, raw: ResolvedRow): Promise<ResolvedRow> => {
    const filter = { id: { _eq: parseKey({ collection, id }) } };
    const [row] = await context.read({ collection, raw: { ...raw, filter, limit: 1 } });
    return row ?? throwApiError("FORBIDDEN");
  };
  if (collection.isSingleton)
    return {
      [collection.name]: {
        type,
        resolve: (_root, _args, context, info) =>
          readOne(1, context, buildListQuery({ collection, info, args: { limit: 1 } })),
      },
    };
  return {
    [collection.name]: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))),
      args,
      resolve: (_root, listArguments, context, info) =>
        context.read({ collection, raw: buildListQuery({ collection, info, args: listArguments }) }),
    },
    [`${collection.name}_by_id`]: {
      type,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_root, { id }, context, info) =>
        readOne(id, context, buildListQuery({ collection, info, args: { limit: 1 } })),
    },
    [`${collection.name}_aggregated`]: buildAggregatedQuery({ types, collection }),
  };
}

function buildAggregatedQuery({
  types,
  collection,
}: {
  types: TypeRegistry;
  collection: Collection;
}): RootFields[string] {
  const args = {
    groupBy: { type: new GraphQLList(GraphQLString) },
    filter: { type: getFilterType({ types, collection }) },
    sort: { type: new GraphQLList(GraphQLString) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
    page: { type: GraphQLInt },
    search: { type: GraphQLString },
  };
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(getAggregatedType({ types, collection })))),
    args,
    resolve: async (_root, queryArguments, context, info) => {
      const rows = await context.read({ collection, raw: buildAggregateQuery({ info, args: queryArguments }) });
      const groups = getGroups(queryArguments).map((group) => group.replace(/^(\w+)\((\w+)\)$/, "$2_$1"));
      if (groups.length === 0) return rows;
      return rows.map((row) => ({
        ...row,
        group: Object.fromEntries(groups.map((name) => [name, row[name] ?? null])),
      }));
    },
  };
}
