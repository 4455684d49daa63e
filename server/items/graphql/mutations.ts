// §7: GraphQL mutations: create, update and delete one or many rows through the write path. Each is one transaction.
import {
  GraphQLBoolean,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
} from "graphql";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { getGrant } from "#server/items/access/grants.ts";
import type { GraphqlContext } from "#server/items/graphql/context.ts";
import { parseRows } from "#server/items/read/parse-rows.ts";
import type { ResolvedRow } from "#server/items/graphql/type-registry.ts";
import { getInputType, toPayload } from "#server/items/graphql/inputs.ts";
import { buildListQuery } from "#server/items/graphql/selection.ts";
import type { TypeRegistry } from "#server/items/graphql/type-registry.ts";
import { getRowType } from "#server/items/graphql/types.ts";
import { parseQuery } from "#server/items/query/query.ts";
import { buildListStatement, readList } from "#server/items/read/read.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { lockBulkWrite } from "#server/items/rest/routes.ts";

type Key = number | string;
type Mutations = GraphQLFieldConfigMap<unknown, GraphqlContext>;
type MutationWork = (ctx: WriteContext) => Promise<Key[]>;

const idsType = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID)));
const maxRowsPerMutation = 1_000;

const deletedOne = new GraphQLObjectType({
  name: "delete_one",
  fields: { id: { type: new GraphQLNonNull(GraphQLID) } },
});
const deletedMany = new GraphQLObjectType({ name: "delete_many", fields: { ids: { type: idsType } } });

/** Mutations of a collection allowed by the permissions. */
export function buildMutations({ types, collection }: { types: TypeRegistry; collection: Collection }): Mutations {
  const permissions = types.permissions.get(collection.name)!;
  return {
    ...(permissions.create ? createMutations({ types, collection }) : {}),
    ...(permissions.update ? updateMutations({ types, collection }) : {}),
    ...(permissions.canDelete ? deleteMutations(collection) : {}),
  };
}

/** Result types: the written rows if the actor may read the collection, else a boolean. */
function getResultTypes({ types, collection }: { types: TypeRegistry; collection: Collection }) {
  if (!types.permissions.get(collection.name)!.read) return { one: GraphQLBoolean, many: GraphQLBoolean };
  const one = getRowType({ types, collection });
  return { one, many: new GraphQLNonNull(new GraphQLList(one)) };
}

function createMutations({ types, collection }: { types: TypeRegistry; collection: Collection }): Mutations {
  const { one, many } = getResultTypes({ types, collection });
  const data = new GraphQLNonNull(getInputType({ types, collection, operation: "create" }));
  const create =
    (payloads: readonly Row[]): MutationWork =>
    async (ctx) => {
      await lockBulkWrite({ ctx, length: payloads.length });
      const createdKeys: Key[] = [];
      for (const payload of payloads) createdKeys.push(await createItem({ ctx, collection, payload }));
      return createdKeys;
    };
  return {
    [`create_${collection.name}_item`]: {
      type: one,
      args: { data: { type: data } },
      resolve: async (_root, args, context, info) => {
        const work = create([toPayload({ collection, data: args["data"] })]);
        return getFirst(await runMutation({ context, types, collection, info, work }));
      },
    },
    [`create_${collection.name}_items`]: {
      type: many,
      args: { data: { type: new GraphQLList(data) } },
      resolve: (_root, args, context, info) => {
        const rows = assertMutationSize((args["data"] ?? []) as unknown[]).map((row) =>
          toPayload({ collection, data: row }),
        );
        return runMutation({ context, types, collection, info, work: create(rows) });
      },
    },
  };
}

function updateMutations({ types, collection }: { types: TypeRegistry; collection: Collection }): Mutations {
  const { one, many } = getResultTypes({ types, collection });
  const data = new GraphQLNonNull(getInputType({ types, collection, operation: "update" }));
  const update =
    (changes: readonly { id: Key; payload: Row }[]): MutationWork =>
    async (ctx) => {
      await lockBulkWrite({ ctx, length: changes.length });
      // Ordered by key, so that two bulk updates cannot deadlock.
      for (const { id, payload } of changes.toSorted((first, second) => (first.id < second.id ? -1 : 1)))
        await updateItem({ ctx, collection, id, payload });
      return changes.map(({ id }) => id);
    };
  const toUpdatePayload = (input: unknown): Row => {
    const { id: _, ...payload } = toPayload({ collection, data: input });
    return payload;
  };
  if (collection.isSingleton)
    return {
      [`update_${collection.name}`]: {
        type: one,
        args: { data: { type: data } },
        resolve: async (_root, args, context, info) => {
          const work = update([{ id: 1, payload: toUpdatePayload(args["data"]) }]);
          return getFirst(await runMutation({ context, types, collection, info, work }));
        },
      },
    };
  return {
    [`update_${collection.name}_item`]: {
      type: one,
      args: { id: { type: new GraphQLNonNull(GraphQLID) }, data: { type: data } },
      resolve: async (_root, args, context, info) => {
        const id = parseKey({ collection, id: args["id"] });
        const work = update([{ id, payload: toUpdatePayload(args["data"]) }]);
        return getFirst(await runMutation({ context, types, collection, info, work }));
      },
    },
    [`update_${collection.name}_items`]: {
      type: many,
      args: { ids: { type: idsType }, data: { type: data } },
      resolve: (_root, args, context, info) => {
        const keys = parseKeys({ collection, input: args["ids"] });
        const work = update(keys.map((id) => ({ id, payload: toUpdatePayload(args["data"]) })));
        return runMutation({ context, types, collection, info, work });
      },
    },
    [`update_${collection.name}_batch`]: {
      type: many,
      args: { data: { type: new GraphQLList(data) } },
      resolve: (_root, args, context, info) => {
        const changes = assertMutationSize((args["data"] ?? []) as Row[]).map((row) => ({
          id: parseKey({ collection, id: row["id"] }),
          payload: toUpdatePayload(row),
        }));
        return runMutation({ context, types, collection, info, work: update(changes) });
      },
    },
  };
}

function deleteMutations(collection: Collection): Mutations {
  const remove =
    (keys: readonly Key[]): MutationWork =>
    async (ctx) => {
      await lockBulkWrite({ ctx, length: keys.length });
      for (const id of keys) await deleteItem({ ctx, collection, id });
      return [...keys];
    };
  return {
    [`delete_${collection.name}_item`]: {
      type: deletedOne,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: async (_root, args, context) => {
        const [id] = await context.write(remove([parseKey({ collection, id: args["id"] })]));
        return { id };
      },
    },
    [`delete_${collection.name}_items`]: {
      type: deletedMany,
      args: { ids: { type: idsType } },
      resolve: async (_root, args, context) => ({
        ids: await context.write(remove(parseKeys({ collection, input: args["ids"] }))),
      }),
    },
  };
}

function parseKeys({ collection, input }: { collection: Collection; input: unknown }): Key[] {
  return assertMutationSize(input as unknown[]).map((id) => parseKey({ collection, id }));
}

function assertMutationSize<T>(list: readonly T[]): readonly T[] {
  if (list.length > maxRowsPerMutation) throwInvalidPayload(`At most ${maxRowsPerMutation} rows may be sent at once.`);
  return list;
}

const getFirst = (rows: (ResolvedRow | null)[] | true): ResolvedRow | null | true =>
  rows === true ? true : (rows[0] ?? null);

/**
 * Writes and reads the rows back in the same transaction, in the order of the request; null for rows the actor may not
 * read.
 */
async function runMutation({
  context,
  types,
  collection,
  info,
  work,
}: {
  context: GraphqlContext;
  types: TypeRegistry;
  collection: Collection;
  info: GraphQLResolveInfo;
  work: MutationWork;
}): Promise<(ResolvedRow | null)[] | true> {
  const canRead = types.permissions.get(collection.name)!.read !== null;
  const raw = canRead ? buildListQuery({ collection, info, args: { limit: 1 } }) : null;
  return context.write(async (ctx) => {
    const keys = await work(ctx);
    if (!raw) return true;
    // Returns null for each row if the actor may not read the collection after the write.
    if (!getGrant({ collection, operation: "read", actor: ctx.actor })) return keys.map(() => null);
    if (keys.length === 0) return [];
    const fields = ["id", ...(raw["fields"] as string[])];
    const query = parseQuery({ ...raw, fields, filter: { id: { _in: keys } }, limit: keys.length });
    const statement = buildListStatement({ collection, actor: ctx.actor, query, now: ctx.now });
    const { data } = await readList({ sql: ctx.tx, statement });
    const rows = new Map(parseRows(data).map((row) => [String(row["id"]), row]));
    return keys.map((id) => rows.get(String(id)) ?? null);
  });
}
