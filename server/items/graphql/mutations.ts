// §7: GraphQL's mutations: create, update and delete, one and many, through the one write path. Each is one transaction.
import {
  GraphQLBoolean,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
} from "graphql";
import type { Collection, Row } from "#domain/collection.ts";
import { keyOf } from "#server/items/bodies.ts";
import { grantOf } from "#server/items/grants.ts";
import type { Door } from "#server/items/graphql/door.ts";
import type { Answered } from "#server/items/graphql/made-types.ts";
import { inputType, sentRow } from "#server/items/graphql/inputs.ts";
import { listQuery } from "#server/items/graphql/selection.ts";
import type { Types } from "#server/items/graphql/made-types.ts";
import { rowType } from "#server/items/graphql/types.ts";
import { parseQuery } from "#server/items/query.ts";
import { listStatement, readList } from "#server/items/read.ts";
import { refusePayload } from "#server/items/refused.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { oneListAtATime } from "#server/items/routes.ts";

type Key = number | string;
type Mutations = GraphQLFieldConfigMap<unknown, Door>;
type Work = (ctx: WriteContext) => Promise<Key[]>;

const ids = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID)));
const most = 1_000;

const deletedOne = new GraphQLObjectType({
  name: "delete_one",
  fields: { id: { type: new GraphQLNonNull(GraphQLID) } },
});
const deletedMany = new GraphQLObjectType({ name: "delete_many", fields: { ids: { type: ids } } });

/** Everything this sight may write of one collection. */
export function mutationsOf({ types, collection }: { types: Types; collection: Collection }): Mutations {
  const seen = types.sight.of(collection.name)!;
  return {
    ...(seen.create ? createMutations({ types, collection }) : {}),
    ...(seen.update ? updateMutations({ types, collection }) : {}),
    ...(seen.mayDelete ? deleteMutations(collection) : {}),
  };
}

/** The written row or rows, where their writer may read such; else only that it was done. */
function answerTypes({ types, collection }: { types: Types; collection: Collection }) {
  if (!types.sight.of(collection.name)!.read) return { one: GraphQLBoolean, many: GraphQLBoolean };
  const one = rowType({ types, collection });
  return { one, many: new GraphQLNonNull(new GraphQLList(one)) };
}

function createMutations({ types, collection }: { types: Types; collection: Collection }): Mutations {
  const { one, many } = answerTypes({ types, collection });
  const data = new GraphQLNonNull(inputType({ types, collection, operation: "create" }));
  const create =
    (payloads: readonly Row[]): Work =>
    async (ctx) => {
      await oneListAtATime({ ctx, length: payloads.length });
      const made: Key[] = [];
      for (const payload of payloads) made.push(await createItem({ ctx, collection, payload }));
      return made;
    };
  return {
    [`create_${collection.name}_item`]: {
      type: one,
      args: { data: { type: data } },
      resolve: async (_root, args, door, info) => {
        const work = create([sentRow({ collection, data: args["data"] })]);
        return first(await written({ door, types, collection, info, work }));
      },
    },
    [`create_${collection.name}_items`]: {
      type: many,
      args: { data: { type: new GraphQLList(data) } },
      resolve: (_root, args, door, info) => {
        const rows = notTooMany((args["data"] ?? []) as unknown[]).map((row) => sentRow({ collection, data: row }));
        return written({ door, types, collection, info, work: create(rows) });
      },
    },
  };
}

function updateMutations({ types, collection }: { types: Types; collection: Collection }): Mutations {
  const { one, many } = answerTypes({ types, collection });
  const data = new GraphQLNonNull(inputType({ types, collection, operation: "update" }));
  const update =
    (changes: readonly { id: Key; payload: Row }[]): Work =>
    async (ctx) => {
      await oneListAtATime({ ctx, length: changes.length });
      // In the order of their keys, so that two lists never wait for each other.
      for (const { id, payload } of changes.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
        await updateItem({ ctx, collection, id, payload });
      return changes.map(({ id }) => id);
    };
  const payloadOf = (sent: unknown): Row => {
    const { id: _, ...payload } = sentRow({ collection, data: sent });
    return payload;
  };
  if (collection.singleton)
    return {
      [`update_${collection.name}`]: {
        type: one,
        args: { data: { type: data } },
        resolve: async (_root, args, door, info) => {
          const work = update([{ id: 1, payload: payloadOf(args["data"]) }]);
          return first(await written({ door, types, collection, info, work }));
        },
      },
    };
  return {
    [`update_${collection.name}_item`]: {
      type: one,
      args: { id: { type: new GraphQLNonNull(GraphQLID) }, data: { type: data } },
      resolve: async (_root, args, door, info) => {
        const id = keyOf({ collection, id: args["id"] });
        const work = update([{ id, payload: payloadOf(args["data"]) }]);
        return first(await written({ door, types, collection, info, work }));
      },
    },
    [`update_${collection.name}_items`]: {
      type: many,
      args: { ids: { type: ids }, data: { type: data } },
      resolve: (_root, args, door, info) => {
        const keys = keysOf({ collection, sent: args["ids"] });
        const work = update(keys.map((id) => ({ id, payload: payloadOf(args["data"]) })));
        return written({ door, types, collection, info, work });
      },
    },
    [`update_${collection.name}_batch`]: {
      type: many,
      args: { data: { type: new GraphQLList(data) } },
      resolve: (_root, args, door, info) => {
        const changes = notTooMany((args["data"] ?? []) as Row[]).map((row) => ({
          id: keyOf({ collection, id: row["id"] }),
          payload: payloadOf(row),
        }));
        return written({ door, types, collection, info, work: update(changes) });
      },
    },
  };
}

function deleteMutations(collection: Collection): Mutations {
  const remove =
    (keys: readonly Key[]): Work =>
    async (ctx) => {
      await oneListAtATime({ ctx, length: keys.length });
      for (const id of keys) await deleteItem({ ctx, collection, id });
      return [...keys];
    };
  return {
    [`delete_${collection.name}_item`]: {
      type: deletedOne,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: async (_root, args, door) => {
        const [id] = await door.write(remove([keyOf({ collection, id: args["id"] })]));
        return { id };
      },
    },
    [`delete_${collection.name}_items`]: {
      type: deletedMany,
      args: { ids: { type: ids } },
      resolve: async (_root, args, door) => ({
        ids: await door.write(remove(keysOf({ collection, sent: args["ids"] }))),
      }),
    },
  };
}

function keysOf({ collection, sent }: { collection: Collection; sent: unknown }): Key[] {
  return notTooMany(sent as unknown[]).map((id) => keyOf({ collection, id }));
}

function notTooMany<T>(list: readonly T[]): readonly T[] {
  if (list.length > most) refusePayload(`At most ${most} rows may be sent at once.`);
  return list;
}

const first = (rows: (Answered | null)[] | true): Answered | null | true => (rows === true ? true : (rows[0] ?? null));

/** Writes, and reads back in the same transaction what was written, in the order it was sent; null where it may not be seen. */
async function written({
  door,
  types,
  collection,
  info,
  work,
}: {
  door: Door;
  types: Types;
  collection: Collection;
  info: GraphQLResolveInfo;
  work: Work;
}): Promise<(Answered | null)[] | true> {
  const isRead = types.sight.of(collection.name)!.read !== null;
  const raw = isRead ? listQuery({ collection, info, args: { limit: 1 } }) : null;
  return door.write(async (ctx) => {
    const keys = await work(ctx);
    if (!raw) return true;
    // Who may read none of them by now, having moved them away, is told nothing of them.
    if (!grantOf({ collection, operation: "read", who: ctx.who })) return keys.map(() => null);
    if (keys.length === 0) return [];
    const fields = ["id", ...(raw["fields"] as string[])];
    const query = parseQuery({ ...raw, fields, filter: { id: { _in: keys } }, limit: keys.length });
    const statement = listStatement({ collection, who: ctx.who, query, now: ctx.now });
    const { data } = await readList({ sql: ctx.tx, statement });
    const rows = new Map((JSON.parse(data) as Answered[]).map((row) => [String(row["id"]), row]));
    return keys.map((id) => rows.get(String(id)) ?? null);
  });
}
