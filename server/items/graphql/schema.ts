// §7: the GraphQL schema of one sight: items under their own names, the system collections in a schema of their own.
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
import type { Collection } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { keyOf } from "#server/items/bodies.ts";
import { refuse } from "#server/items/refused.ts";
import type { Door } from "#server/items/graphql/door.ts";
import type { Answered } from "#server/items/graphql/made-types.ts";
import { filterType } from "#server/items/graphql/filters.ts";
import { mutationsOf } from "#server/items/graphql/mutations.ts";
import { aggregateQuery, groupsOf, listQuery } from "#server/items/graphql/selection.ts";
import { makeTypes, type Types } from "#server/items/graphql/made-types.ts";
import { aggregatedType, listArgs, rowType } from "#server/items/graphql/types.ts";
import { sightOf } from "#server/items/seen.ts";

export type Scope = "items" | "system";
type Roots = GraphQLFieldConfigMap<unknown, Door>;

/** Fields of the root that are no rows: who am I, log in, and the like. */
export type MoreRoots = (types: Types) => { query: Roots; mutation: Roots };

const mostSchemas = 60;

/** The schemas of one server, each made once for everybody who sees the same. */
export class Schemas {
  readonly #made = new Map<string, GraphQLSchema>();
  readonly #systemRoots: MoreRoots;

  constructor(systemRoots: MoreRoots) {
    this.#systemRoots = systemRoots;
  }

  of({ who, scope }: { who: Who; scope: Scope }): GraphQLSchema {
    const sight = sightOf(who);
    const key = `${scope} ${sight.signature}`;
    const known = this.#made.get(key);
    if (known) return known;
    const types = makeTypes(sight);
    const schema = makeSchema({ types, scope, more: scope === "system" ? this.#systemRoots : undefined });
    if (this.#made.size >= mostSchemas) this.#made.delete(this.#made.keys().next().value!);
    this.#made.set(key, schema);
    return schema;
  }
}

function makeSchema({
  types,
  scope,
  more,
}: {
  types: Types;
  scope: Scope;
  more: MoreRoots | undefined;
}): GraphQLSchema {
  const query: Roots = {};
  const mutation: Roots = {};
  for (const { collection, read } of types.sight.all) {
    if ((collection.system === true) !== (scope === "system")) continue;
    if (read) Object.assign(query, queriesOf({ types, collection }));
    Object.assign(mutation, mutationsOf({ types, collection }));
  }
  const others = more?.(types);
  Object.assign(query, others?.query);
  Object.assign(mutation, others?.mutation);
  // A schema must have something to ask for, also where one may read nothing.
  if (Object.keys(query).length === 0) query["_empty"] = { type: GraphQLString, resolve: () => null };
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: query }),
    mutation: Object.keys(mutation).length > 0 ? new GraphQLObjectType({ name: "Mutation", fields: mutation }) : null,
  });
}

function queriesOf({ types, collection }: { types: Types; collection: Collection }): Roots {
  const type = rowType({ types, collection });
  const args = listArgs({ types, collection });
  const one = async (id: unknown, door: Door, raw: Answered): Promise<Answered> => {
    const filter = { id: { _eq: keyOf({ collection, id }) } };
    const [row] = await door.read({ collection, raw: { ...raw, filter, limit: 1 } });
    return row ?? refuse("FORBIDDEN");
  };
  if (collection.singleton)
    return {
      [collection.name]: {
        type,
        resolve: (_root, _args, door, info) => one(1, door, listQuery({ collection, info, args: { limit: 1 } })),
      },
    };
  return {
    [collection.name]: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))),
      args,
      resolve: (_root, given, door, info) =>
        door.read({ collection, raw: listQuery({ collection, info, args: given }) }),
    },
    [`${collection.name}_by_id`]: {
      type,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_root, { id }, door, info) => one(id, door, listQuery({ collection, info, args: { limit: 1 } })),
    },
    [`${collection.name}_aggregated`]: aggregated({ types, collection }),
  };
}

function aggregated({ types, collection }: { types: Types; collection: Collection }): Roots[string] {
  const args = {
    groupBy: { type: new GraphQLList(GraphQLString) },
    filter: { type: filterType({ types, collection }) },
    sort: { type: new GraphQLList(GraphQLString) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
    page: { type: GraphQLInt },
    search: { type: GraphQLString },
  };
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(aggregatedType({ types, collection })))),
    args,
    resolve: async (_root, given, door, info) => {
      const rows = await door.read({ collection, raw: aggregateQuery({ info, args: given }) });
      const groups = groupsOf(given).map((group) => group.replace(/^(\w+)\((\w+)\)$/, "$2_$1"));
      if (groups.length === 0) return rows;
      return rows.map((row) => ({
        ...row,
        group: Object.fromEntries(groups.map((name) => [name, row[name] ?? null])),
      }));
    },
  };
}
