// §7: GET, POST, PATCH and DELETE of `/items/{collection}[/{id}]`, and of the system collections at their own addresses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { collectionNamed, collections } from "#domain/collections/all.ts";
import { changesOf, keyOf, keysOf, rowOf, rowsOf, searchOf } from "#server/items/bodies.ts";
import { grantOf } from "#server/items/grants.ts";
import { parseQueryString, type Query } from "#server/items/query.ts";
import { listStatement, queryById, readAsNow, readList, type ListAnswer } from "#server/items/read.ts";
import { refuse, refuseCollection } from "#server/items/refused.ts";
import { statementFor } from "#server/items/remembered.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Session } from "#server/items/who.ts";

/** What the routes need of the server around them. */
export interface ItemsHost {
  now: () => Date;
  sessionOf: (request: FastifyRequest) => Promise<Session>;
  againSession: (session: Session) => Promise<Session>;
  inTransaction: <T>(args: {
    session: Session;
    request: FastifyRequest;
    work: (ctx: WriteContext) => Promise<T>;
  }) => Promise<T>;
  /** One read outside a transaction. */
  read: (statement: { text: string; values: unknown[] }) => Promise<ListAnswer>;
}

type Params = { collection: string; id: string };

async function list({
  host,
  request,
  collection,
  query,
}: {
  host: ItemsHost;
  request: FastifyRequest;
  collection: Collection;
  query: Query;
}): Promise<ListAnswer> {
  return readAsNow({
    session: await host.sessionOf(request),
    statement: ({ who }) => listStatement({ collection, who, query, now: host.now() }),
    read: host.read,
    again: host.againSession,
  });
}

function sendJson({ reply, text }: { reply: FastifyReply; text: string }): FastifyReply {
  return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(text);
}

function listText({ data, meta }: ListAnswer): string {
  return Object.keys(meta).length > 0 ? `{"meta":${JSON.stringify(meta)},"data":${data}}` : `{"data":${data}}`;
}

/** The one row of a list of one; a row that is not there, or not to be seen, is FORBIDDEN. */
function onlyRow(data: string): string {
  if (data === "[]") refuse("FORBIDDEN");
  return data.slice(1, -1);
}

function queryTextOf(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
}

async function readOne({
  host,
  request,
  collection,
  id,
}: {
  host: ItemsHost;
  request: FastifyRequest;
  collection: Collection;
  id: string;
}): Promise<string> {
  const { fields } = parseQueryString(queryTextOf(request));
  const query = queryById({ collection, id, fields });
  if (!query) refuse("FORBIDDEN");
  return onlyRow((await list({ host, request, collection, query })).data);
}

/**
 * Reads rows back for the one who has just written them, in the same transaction; null where they may not read them.
 * A field that may not be named is FORBIDDEN, and then nothing is written.
 */
async function writtenRows({
  ctx,
  collection,
  ids,
  fields,
}: {
  ctx: WriteContext;
  collection: Collection;
  ids: readonly (number | string)[];
  fields: readonly string[];
}): Promise<string[] | null> {
  if (!grantOf({ collection, operation: "read", who: ctx.who })) return null;
  const rows: string[] = [];
  for (const id of ids) {
    const query = queryById({ collection, id: String(id), fields })!;
    const statement = listStatement({ collection, who: ctx.who, query, now: ctx.now });
    const { data } = await readList({ sql: ctx.tx, statement });
    if (data === "[]") return null;
    rows.push(data.slice(1, -1));
  }
  return rows;
}

export interface Mount {
  host: ItemsHost;
  prefix: string;
  collectionOf: (request: FastifyRequest) => Collection;
  /** Files are made by an upload, not by a row. */
  isCreatedElsewhere?: boolean;
}

/** The five calls of one collection, or of all under `/items/:collection`. */
export function mountItems(
  app: FastifyInstance,
  { host, prefix, collectionOf, isCreatedElsewhere = false }: Mount,
): void {
  app.get(prefix, async (request, reply) => {
    const collection = collectionOf(request);
    if (collection.singleton) return sendJson({ reply, text: await singletonText({ host, request, collection }) });
    const queryText = queryTextOf(request);
    const answer = await readAsNow({
      session: await host.sessionOf(request),
      statement: ({ who }) => statementFor({ collection, who, queryText, now: host.now() }),
      read: host.read,
      again: host.againSession,
    });
    return sendJson({ reply, text: listText(answer) });
  });

  app.route({
    method: "SEARCH",
    url: prefix,
    handler: async (request, reply) => {
      const collection = collectionOf(request);
      const query = searchOf({ collection, body: request.body });
      return sendJson({ reply, text: listText(await list({ host, request, collection, query })) });
    },
  });

  app.get<{ Params: Params }>(`${prefix}/:id`, async (request, reply) => {
    const text = await readOne({ host, request, collection: collectionOf(request), id: request.params.id });
    return sendJson({ reply, text: `{"data":${text}}` });
  });

  if (!isCreatedElsewhere)
    app.post(prefix, async (request, reply) => {
      const collection = collectionOf(request);
      if (collection.singleton) refuse("ROUTE_NOT_FOUND");
      const session = await host.sessionOf(request);
      const { fields } = parseQueryString(queryTextOf(request));
      const isMany = Array.isArray(request.body);
      const payloads = rowsOf(request.body);
      const rows = await host.inTransaction({
        session,
        request,
        work: async (ctx) => {
          await oneListAtATime({ ctx, length: payloads.length });
          const ids: (number | string)[] = [];
          for (const payload of payloads) ids.push(await createItem({ ctx, collection, payload }));
          return writtenRows({ ctx, collection, ids, fields });
        },
      });
      if (!rows) return reply.code(204).send();
      return sendJson({ reply, text: `{"data":${isMany ? `[${rows.join(",")}]` : rows[0]}}` });
    });

  app.patch<{ Params: Params }>(`${prefix}/:id`, async (request, reply) => {
    const collection = collectionOf(request);
    const text = await patchOne({ host, request, collection, id: request.params.id });
    return text === null ? reply.code(204).send() : sendJson({ reply, text });
  });

  app.patch(prefix, async (request, reply) => {
    const collection = collectionOf(request);
    if (collection.singleton) {
      const text = await patchOne({ host, request, collection, id: "1" });
      return text === null ? reply.code(204).send() : sendJson({ reply, text });
    }
    const session = await host.sessionOf(request);
    const { fields } = parseQueryString(queryTextOf(request));
    const changes = changesOf({ collection, body: request.body });
    const rows = await host.inTransaction({
      session,
      request,
      work: async (ctx) => {
        await oneListAtATime({ ctx, length: changes.length });
        for (const { id, payload } of changes) await updateItem({ ctx, collection, id, payload });
        return writtenRows({ ctx, collection, ids: changes.map(({ id }) => id), fields });
      },
    });
    return rows ? sendJson({ reply, text: `{"data":[${rows.join(",")}]}` }) : reply.code(204).send();
  });

  app.delete<{ Params: Params }>(`${prefix}/:id`, async (request, reply) => {
    const collection = collectionOf(request);
    const session = await host.sessionOf(request);
    const id = keyOf({ collection, id: request.params.id });
    await host.inTransaction({ session, request, work: (ctx) => deleteItem({ ctx, collection, id }) });
    return reply.code(204).send();
  });

  app.delete(prefix, async (request, reply) => {
    const collection = collectionOf(request);
    const session = await host.sessionOf(request);
    const ids = keysOf({ collection, body: request.body });
    await host.inTransaction({
      session,
      request,
      work: async (ctx) => {
        await oneListAtATime({ ctx, length: ids.length });
        for (const id of ids) await deleteItem({ ctx, collection, id });
      },
    });
    return reply.code(204).send();
  });
}

/** Two lists that touch the same branches in opposite orders would wait for each other for ever: lists take turns. */
export async function oneListAtATime({ ctx, length }: { ctx: WriteContext; length: number }): Promise<void> {
  if (length > 1) await ctx.tx`select pg_advisory_xact_lock(7302, 0)`;
}

async function patchOne({
  host,
  request,
  collection,
  id,
}: {
  host: ItemsHost;
  request: FastifyRequest;
  collection: Collection;
  id: string;
}): Promise<string | null> {
  const session = await host.sessionOf(request);
  const { fields } = parseQueryString(queryTextOf(request));
  const key = keyOf({ collection, id });
  const payload = rowOf(request.body);
  const rows = await host.inTransaction({
    session,
    request,
    work: async (ctx) => {
      await updateItem({ ctx, collection, id: key, payload });
      return writtenRows({ ctx, collection, ids: [key], fields });
    },
  });
  return rows ? `{"data":${rows[0]}}` : null;
}

async function singletonText({
  host,
  request,
  collection,
}: {
  host: ItemsHost;
  request: FastifyRequest;
  collection: Collection;
}): Promise<string> {
  return `{"data":${await readOne({ host, request, collection, id: "1" })}}`;
}

/** All of §7: ordinary collections under `/items`, each system collection at its own address. */
export function itemsRoutes(app: FastifyInstance, host: ItemsHost): void {
  mountItems(app, {
    host,
    prefix: "/items/:collection",
    collectionOf: (request) => {
      const { collection: name } = request.params as Params;
      const collection = collectionNamed(name);
      return !collection || collection.system ? refuseCollection(name) : collection;
    },
  });
  for (const collection of collections)
    if (collection.system)
      mountItems(app, {
        host,
        prefix: `/${collection.name}`,
        collectionOf: () => collection,
        isCreatedElsewhere: collection.name === "files",
      });
}
