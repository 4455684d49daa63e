// §7: GET, POST, PATCH and DELETE of `/items/{collection}[/{id}]`, and of the system collections at their own addresses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { collectionNamed, collections } from "#domain/collections/all.ts";
import { keyOf, rowOf, rowsOf, searchOf } from "#server/items/bodies.ts";
import { changesIn, keysIn } from "#server/items/by-query.ts";
import { onlyRow, queryTextOf, sendJson, sendList } from "#server/items/list-answer.ts";
import { parseQueryString, type Query } from "#server/items/query.ts";
import { listStatement, readAsNow, type ListAnswer } from "#server/items/read.ts";
import { refuse, refuseCollection } from "#server/items/refused.ts";
import { statementById, statementFor } from "#server/items/remembered.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write.ts";
import { writtenRows } from "#server/items/written.ts";
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

/** Reads a list and sends it. */
async function listed({
  reply,
  ...asked
}: Parameters<typeof list>[0] & { reply: FastifyReply }): Promise<FastifyReply> {
  const { host, collection, query } = asked;
  return sendList({ reply, answer: await list(asked), collection, format: query.export, now: host.now() });
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
  const queryText = queryTextOf(request);
  const answer = await readAsNow({
    session: await host.sessionOf(request),
    statement: ({ who }) => statementById({ collection, who, queryText, id, now: host.now() }),
    read: host.read,
    again: host.againSession,
  });
  return onlyRow(answer.data);
}

export interface Mount {
  host: ItemsHost;
  prefix: string;
  collectionOf: (request: FastifyRequest) => Collection;
  /** Files are made and replaced by an upload: POST, and PATCH of one, are at home with them. */
  isUploaded?: boolean;
}

/** The five calls of one collection, or of all under `/items/:collection`. */
export function mountItems(app: FastifyInstance, { host, prefix, collectionOf, isUploaded = false }: Mount): void {
  app.get(prefix, async (request, reply) => {
    const collection = collectionOf(request);
    if (collection.singleton) return sendJson({ reply, text: await singletonText({ host, request, collection }) });
    const queryText = queryTextOf(request);
    if (queryText.includes("export="))
      return listed({ host, request, reply, collection, query: parseQueryString(queryText) });
    const answer = await readAsNow({
      session: await host.sessionOf(request),
      statement: ({ who }) => statementFor({ collection, who, queryText, now: host.now() }),
      read: host.read,
      again: host.againSession,
    });
    return sendList({ reply, answer, collection, format: null, now: host.now() });
  });

  app.route({
    method: "SEARCH",
    url: prefix,
    handler: async (request, reply) => {
      const collection = collectionOf(request);
      return listed({ host, request, reply, collection, query: searchOf({ collection, body: request.body }) });
    },
  });

  app.get<{ Params: Params }>(`${prefix}/:id`, async (request, reply) => {
    const text = await readOne({ host, request, collection: collectionOf(request), id: request.params.id });
    return sendJson({ reply, text: `{"data":${text}}` });
  });

  if (!isUploaded)
    app.post(prefix, async (request, reply) => {
      const collection = collectionOf(request);
      if (collection.singleton) refuse("ROUTE_NOT_FOUND");
      const session = await host.sessionOf(request);
      const shown = shownBy(request);
      const isMany = Array.isArray(request.body);
      const payloads = rowsOf(request.body);
      const rows = await host.inTransaction({
        session,
        request,
        work: async (ctx) => {
          await oneListAtATime({ ctx, length: payloads.length });
          const ids: (number | string)[] = [];
          for (const payload of payloads) ids.push(await createItem({ ctx, collection, payload }));
          return writtenRows({ ctx, collection, ids, shown });
        },
      });
      if (!rows) return reply.code(204).send();
      return sendJson({ reply, text: `{"data":${isMany ? `[${rows.join(",")}]` : rows[0]}}` });
    });

  if (!isUploaded)
    app.patch<{ Params: Params }>(`${prefix}/:id`, (request, reply) =>
      sendPatched({ host, request, reply, collection: collectionOf(request), id: request.params.id }),
    );

  app.patch(prefix, async (request, reply) => {
    const collection = collectionOf(request);
    if (collection.singleton) {
      const text = await patchOne({ host, request, collection, id: "1" });
      return text === null ? reply.code(204).send() : sendJson({ reply, text });
    }
    const session = await host.sessionOf(request);
    const shown = shownBy(request);
    const rows = await host.inTransaction({
      session,
      request,
      work: async (ctx) => {
        const changes = await changesIn({ ctx, collection, body: request.body });
        await oneListAtATime({ ctx, length: changes.length });
        for (const { id, payload } of changes) await updateItem({ ctx, collection, id, payload });
        return writtenRows({ ctx, collection, ids: changes.map(({ id }) => id), shown });
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
    await host.inTransaction({
      session,
      request,
      work: async (ctx) => {
        const ids = await keysIn({ ctx, collection, body: request.body });
        await oneListAtATime({ ctx, length: ids.length });
        for (const id of ids) await deleteItem({ ctx, collection, id });
      },
    });
    return reply.code(204).send();
  });
}

/** What is asked of the rows that are written, understood before anything is. */
function shownBy(request: FastifyRequest): string {
  const queryText = queryTextOf(request);
  parseQueryString(queryText);
  return queryText;
}

/** Two lists that touch the same branches in opposite orders would wait for each other for ever: lists take turns. */
export async function oneListAtATime({ ctx, length }: { ctx: WriteContext; length: number }): Promise<void> {
  if (length > 1) await listsTakeTurns(ctx);
}

export async function listsTakeTurns(ctx: WriteContext): Promise<void> {
  await ctx.tx`select pg_advisory_xact_lock(7302, 0)`;
}

/** Changes one row as the body says and answers it as its reader may see it. */
export async function sendPatched({
  host,
  request,
  reply,
  collection,
  id,
}: {
  host: ItemsHost;
  request: FastifyRequest;
  reply: FastifyReply;
  collection: Collection;
  id: string;
}): Promise<FastifyReply> {
  const text = await patchOne({ host, request, collection, id });
  return text === null ? reply.code(204).send() : sendJson({ reply, text });
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
  const shown = shownBy(request);
  const key = keyOf({ collection, id });
  const payload = rowOf(request.body);
  const rows = await host.inTransaction({
    session,
    request,
    work: async (ctx) => {
      await updateItem({ ctx, collection, id: key, payload });
      return writtenRows({ ctx, collection, ids: [key], shown });
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
        isUploaded: collection.name === "files",
      });
}
