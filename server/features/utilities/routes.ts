// §7 /utils: random strings, hashes, sorting, import, export and revert.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { can } from "#domain/access/capabilities.ts";
import { isCustomer, type Actor } from "#domain/access/roles.ts";
import { hashPassword, isSupportedHash, verifyPassword } from "#server/auth/password-hash.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { exportRows } from "#server/features/utilities/export-rows.ts";
import { importRows } from "#server/features/utilities/import-rows.ts";
import { revertToRevision } from "#server/features/utilities/revert.ts";
import { moveItem } from "#server/features/utilities/move-item.ts";
import { getPathParam, getQueryParam } from "#server/http/request-values.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwCollectionForbidden, throwInvalidPayload, throwInvalidQuery } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { getRequestOrigin, requireSession } from "#server/request.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { WorkQueue } from "#server/processes/work-queue.ts";

const defaultRandomLength = 32;
const maxRandomLength = 500;
const maxHashInputLength = 1_000;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Runs one hash at a time, so that log-ins never wait for more than one of these. */
const utilityHashing = new WorkQueue({ concurrency: 1, maxQueued: 10, retryAfterSeconds: 2 });

export interface UtilsDependencies {
  services: AppServices;
  store: FileStore;
  /** Deletes cached data that can be recreated. */
  clearCache: () => Promise<void>;
}

export function utilsRoutes(app: FastifyInstance, { services, store, clearCache }: UtilsDependencies): void {
  app.get("/utils/random/string", (request) => {
    const length = getQueryParam({ query: request.query, name: "length" }) ?? String(defaultRandomLength);
    const count = /^\d{1,4}$/.test(length) ? Number(length) : 0;
    if (count < 1 || count > maxRandomLength)
      throwInvalidQuery(`"length" must be a whole number from 1 to ${maxRandomLength}.`);
    // 64 characters divide 256 evenly, so that all are equally likely.
    return { data: Array.from(services.random(count), (byte) => letters[byte % letters.length]).join("") };
  });

  app.post("/utils/hash/generate", async (request) => {
    await requirePlatform({ services, request });
    const password = parseText({ request, name: "string" });
    return { data: await utilityHashing.run(() => hashPassword(password)) };
  });
  app.post("/utils/hash/verify", async (request) => {
    await requirePlatform({ services, request });
    const [password, hashed] = [parseText({ request, name: "string" }), parseText({ request, name: "hash" })];
    if (!isSupportedHash(hashed)) throwInvalidPayload('"hash" must be one that /utils/hash/generate made.');
    return { data: await utilityHashing.run(() => verifyPassword({ password, hashed })) };
  });

  app.post("/utils/sort/:collection", async (request, reply) => {
    const session = await requireAuthenticated({ services, request });
    const collection = getCollectionParam(request);
    const { item, to } = parseRow(request.body);
    const work = async (ctx: Parameters<typeof moveItem>[0]["ctx"]) => moveItem({ ctx, collection, item, to });
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    return reply.send();
  });

  app.post("/utils/import/:collection", async (request) => {
    // Customers cannot import lists.
    const isAllowed = (actor: Actor): boolean => actor.id !== null && !isCustomer(actor);
    const session = await requireSession({ services, request, isAllowed });
    return { data: await importRows({ services, session, request, collection: getCollectionParam(request) }) };
  });

  app.post("/utils/export/:collection", async (request, reply) => {
    const session = await requireAuthenticated({ services, request });
    await exportRows({ services, store, session, request, collection: getCollectionParam(request) });
    return reply.code(204).send();
  });

  app.post<{ Params: { revision: string } }>("/utils/revert/:revision", async (request, reply) => {
    const session = await requireAuthenticated({ services, request });
    await revertToRevision({ services, session, origin: getRequestOrigin(request), revision: request.params.revision });
    return reply.code(204).send();
  });

  app.post("/utils/cache/clear", async (request, reply) => {
    await requirePlatform({ services, request });
    await clearCache();
    return reply.send();
  });
}

function requireAuthenticated({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<Session> {
  return requireSession({ services, request, isAllowed: (actor) => actor.id !== null });
}

async function requirePlatform({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<void> {
  await requireSession({ services, request, isAllowed: (actor) => can(actor, "platform.administer") });
}

function parseText({ request, name }: { request: FastifyRequest; name: string }): string {
  const value = parseRow(request.body)[name];
  if (typeof value !== "string" || value === "" || value.length > maxHashInputLength)
    throwInvalidPayload(`"${name}" must be a text of at most ${maxHashInputLength} characters.`);
  return value;
}

function getCollectionParam(request: FastifyRequest): Collection {
  const name = getPathParam({ params: request.params, name: "collection" });
  return findCollection(name.replace(/^directus_/, "")) ?? throwCollectionForbidden(name);
}
