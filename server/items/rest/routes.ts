// §7: REST routes of `/items/{collection}[/{id}]`, and of the system collections at their own paths.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { findCollection, collections } from "#domain/collections.ts";
import { acquireLock } from "#server/db/locks.ts";
import { parseKey, parseRow, parseRows, parseSearchBody } from "#server/items/rest/request-bodies.ts";
import { resolveChanges, resolveKeys } from "#server/items/query/resolve-keys.ts";
import { getSingleRow, getQueryString, sendJson, sendList } from "#server/items/rest/list-response.ts";
import { parseQueryString, type Query } from "#server/items/query/query.ts";
import {
  buildListStatement,
  readWithFreshSession,
  type ListResult,
  type ReadStatement,
} from "#server/items/read/read.ts";
import { throwApiError, throwCollectionForbidden } from "#server/items/api-error.ts";
import { getRowStatement, getListStatement } from "#server/items/read/statement-cache.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";
import { readBackRows } from "#server/items/write/read-back.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { Session } from "#server/items/access/session.ts";

/** Dependencies of the routes. */
export interface ItemsDependencies {
  now: () => Date;
  getSession: (request: FastifyRequest) => Promise<Session>;
  reloadSession: (session: Session) => Promise<Session>;
  inTransaction: <T>(args: {
    session: Session;
    request: FastifyRequest;
    work: (ctx: WriteContext) => Promise<T>;
  }) => Promise<T>;
  /** Runs the work of a transaction once per Idempotency-Key; a repeated request gets the first result. */
  runOnce: <T>(args: {
    request: FastifyRequest;
    ctx: WriteContext;
    work: () => Promise<T>;
    result: z.ZodType<T>;
  }) => Promise<T>;
  /** One read outside a transaction. */
  read: (statement: ReadStatement) => Promise<ListResult>;
}

type Params = { collection: string; id: string };

async function readRows({
  host,
  request,
  collection,
  query,
}: {
  host: ItemsDependencies;
  request: FastifyRequest;
  collection: Collection;
  query: Query;
}): Promise<ListResult> {
  return readWithFreshSession({
    session: await host.getSession(request),
    statement: ({ actor }) => ({ ...buildListStatement({ collection, actor, query, now: host.now() }), isList: true }),
    read: host.read,
    reloadSession: host.reloadSession,
  });
}

/** Reads a list and sends it. */
async function sendRows({
  reply,
  ...readInput
}: Parameters<typeof readRows>[0] & { reply: FastifyReply }): Promise<FastifyReply> {
  const { host, collection, query } = readInput;
  return sendList({ reply, result: await readRows(readInput), collection, format: query.export, now: host.now() });
}

async function readRow({
  host,
  request,
  collection,
  id,
}: {
  host: ItemsDependencies;
  request: FastifyRequest;
  collection: Collection;
  id: string;
}): Promise<string> {
  const queryText = getQueryString(request);
  const result = await readWithFreshSession({
    session: await host.getSession(request),
    statement: ({ actor }) => getRowStatement({ collection, actor, queryText, id, now: host.now() }),
    read: host.read,
    reloadSession: host.reloadSession,
  });
  return getSingleRow(result.data);
}

export interface MountOptions {
  host: ItemsDependencies;
  prefix: string;
  getCollection: (request: FastifyRequest) => Collection;
  /** True for files, whose POST and single PATCH accept uploads and are mounted elsewhere. */
  acceptsUploads?: boolean;
}

/** Mounts the routes of one collection, or of all collections under `/items/:collection`. */
export function mountItems(
  app: FastifyInstance,
  { host, prefix, getCollection, acceptsUploads = false }: MountOptions,
): void {
  app.get(prefix, async (request, reply) => {
    const collection = getCollection(request);
    if (collection.isSingleton)
      return sendJson({ reply, text: await readSingletonJson({ host, request, collection }) });
    const queryText = getQueryString(request);
    if (queryText.includes("export="))
      return sendRows({ host, request, reply, collection, query: parseQueryString(queryText) });
    const result = await readWithFreshSession({
      session: await host.getSession(request),
      statement: ({ actor }) => getListStatement({ collection, actor, queryText, now: host.now() }),
      read: host.read,
      reloadSession: host.reloadSession,
    });
    return sendList({ reply, result, collection, format: null, now: host.now() });
  });

  app.route({
    method: "SEARCH",
    url: prefix,
    handler: async (request, reply) => {
      const collection = getCollection(request);
      return sendRows({ host, request, reply, collection, query: parseSearchBody({ collection, body: request.body }) });
    },
  });

  app.get<{ Params: Params }>(`${prefix}/:id`, async (request, reply) => {
    const text = await readRow({ host, request, collection: getCollection(request), id: request.params.id });
    return sendJson({ reply, text: `{"data":${text}}` });
  });

  if (!acceptsUploads)
    app.post(prefix, async (request, reply) => {
      const collection = getCollection(request);
      if (collection.isSingleton) throwApiError("ROUTE_NOT_FOUND");
      const session = await host.getSession(request);
      const fieldsQuery = getFieldsQuery(request);
      const isMany = Array.isArray(request.body);
      const payloads = parseRows(request.body);
      const readBack = await host.inTransaction({
        session,
        request,
        work: async (ctx) => {
          const ids = await writeOnce({
            host,
            request,
            ctx,
            collection,
            work: () => createItems({ ctx, collection, payloads }),
            result: createdIds,
          });
          return readBackRows({ ctx, collection, ids, fieldsQuery });
        },
      });
      const rows = await readBack();
      if (!rows) return reply.code(204).send();
      return sendJson({ reply, text: `{"data":${isMany ? `[${rows.join(",")}]` : rows[0]}}` });
    });

  if (!acceptsUploads)
    app.patch<{ Params: Params }>(`${prefix}/:id`, (request, reply) =>
      sendPatchedRow({ host, request, reply, collection: getCollection(request), id: request.params.id }),
    );

  app.patch(prefix, async (request, reply) => {
    const collection = getCollection(request);
    if (collection.isSingleton) {
      const text = await patchRow({ host, request, collection, id: "1" });
      return text === null ? reply.code(204).send() : sendJson({ reply, text });
    }
    const session = await host.getSession(request);
    const fieldsQuery = getFieldsQuery(request);
    const readBack = await host.inTransaction({
      session,
      request,
      work: async (ctx) => {
        const changes = await resolveChanges({ ctx, collection, body: request.body });
        await lockBulkWrite({ ctx, length: changes.length });
        for (const { id, payload } of changes) await updateItem({ ctx, collection, id, payload });
        return readBackRows({ ctx, collection, ids: changes.map(({ id }) => id), fieldsQuery });
      },
    });
    const rows = await readBack();
    return rows ? sendJson({ reply, text: `{"data":[${rows.join(",")}]}` }) : reply.code(204).send();
  });

  app.delete<{ Params: Params }>(`${prefix}/:id`, async (request, reply) => {
    const collection = getCollection(request);
    const session = await host.getSession(request);
    const id = parseKey({ collection, id: request.params.id });
    await host.inTransaction({ session, request, work: (ctx) => deleteItem({ ctx, collection, id }) });
    return reply.code(204).send();
  });

  app.delete(prefix, async (request, reply) => {
    const collection = getCollection(request);
    const session = await host.getSession(request);
    await host.inTransaction({
      session,
      request,
      work: async (ctx) => {
        const ids = await resolveKeys({ ctx, collection, body: request.body });
        await lockBulkWrite({ ctx, length: ids.length });
        for (const id of ids) await deleteItem({ ctx, collection, id });
      },
    });
    return reply.code(204).send();
  });
}

async function createItems({
  ctx,
  collection,
  payloads,
}: {
  ctx: WriteContext;
  collection: Collection;
  payloads: readonly Row[];
}): Promise<(number | string)[]> {
  await lockBulkWrite({ ctx, length: payloads.length });
  const ids: (number | string)[] = [];
  for (const payload of payloads) ids.push(await createItem({ ctx, collection, payload }));
  return ids;
}

const createdIds = z.array(z.union([z.int(), z.string()]));

/** System collections have no idempotency keys, since the stored hash of their bodies would cover passwords. */
function writeOnce<T>({
  host,
  request,
  ctx,
  collection,
  work,
  result,
}: {
  host: ItemsDependencies;
  request: FastifyRequest;
  ctx: WriteContext;
  collection: Collection;
  work: () => Promise<T>;
  result: z.ZodType<T>;
}): Promise<T> {
  return collection.isSystem ? work() : host.runOnce({ request, ctx, work, result });
}

/** Returns the query string of the fields to return; validates it before anything is written. */
function getFieldsQuery(request: FastifyRequest): string {
  const queryText = getQueryString(request);
  parseQueryString(queryText);
  return queryText;
}

/**
 * Serialises bulk writes of a company, since two of them that change the same rows in opposite order would deadlock.
 * Other companies write other rows and are not blocked.
 */
export async function lockBulkWrite({ ctx, length }: { ctx: WriteContext; length: number }): Promise<void> {
  if (length > 1) await acquireBulkWriteLock(ctx);
}

export async function acquireBulkWriteLock({ tx, actor }: WriteContext): Promise<void> {
  await acquireLock({ tx, name: "listWrites", key: actor.company ?? actor.id ?? "" });
}

/** Updates one row and sends its readable fields. */
export async function sendPatchedRow({
  host,
  request,
  reply,
  collection,
  id,
}: {
  host: ItemsDependencies;
  request: FastifyRequest;
  reply: FastifyReply;
  collection: Collection;
  id: string;
}): Promise<FastifyReply> {
  const text = await patchRow({ host, request, collection, id });
  return text === null ? reply.code(204).send() : sendJson({ reply, text });
}

async function patchRow({
  host,
  request,
  collection,
  id,
}: {
  host: ItemsDependencies;
  request: FastifyRequest;
  collection: Collection;
  id: string;
}): Promise<string | null> {
  const session = await host.getSession(request);
  const fieldsQuery = getFieldsQuery(request);
  const key = parseKey({ collection, id });
  const payload = parseRow(request.body);
  const readBack = await host.inTransaction({
    session,
    request,
    work: async (ctx) => {
      const work = () => updateItem({ ctx, collection, id: key, payload });
      await writeOnce({ host, request, ctx, collection, work, result: z.unknown() });
      return readBackRows({ ctx, collection, ids: [key], fieldsQuery });
    },
  });
  const rows = await readBack();
  return rows ? `{"data":${rows[0]}}` : null;
}

async function readSingletonJson({
  host,
  request,
  collection,
}: {
  host: ItemsDependencies;
  request: FastifyRequest;
  collection: Collection;
}): Promise<string> {
  return `{"data":${await readRow({ host, request, collection, id: "1" })}}`;
}

/** Mounts all routes of §7: collections under `/items`, each system collection at its own path. */
export function mountItemsRoutes(app: FastifyInstance, host: ItemsDependencies): void {
  mountItems(app, {
    host,
    prefix: "/items/:collection",
    getCollection: (request) => {
      const { collection: name } = request.params as Params;
      const collection = findCollection(name);
      return !collection || collection.isSystem ? throwCollectionForbidden(name) : collection;
    },
  });
  for (const collection of collections)
    if (collection.isSystem)
      mountItems(app, {
        host,
        prefix: `/${collection.name}`,
        getCollection: () => collection,
        acceptsUploads: collection.name === "files",
      });
}
