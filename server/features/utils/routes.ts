// §7 /utils: what integrators need beside the rows: chance, hashes, order, lists in and out, and a row as it was.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { type House, inTransaction } from "#server/context.ts";
import { exportRows } from "#server/features/utils/export.ts";
import { importRows } from "#server/features/utils/import.ts";
import { revert } from "#server/features/utils/revert.ts";
import { moveTo } from "#server/features/utils/sort.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuseCollection, refusePayload, refuseQuery } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { originOf, sessionWhere } from "#server/request.ts";
import type { FileStore } from "#server/services/file-store.ts";
import { hashPassword, isPassword } from "#server/services/secrets.ts";

const usualLength = 32;
const longestRandom = 500;
const longestHashed = 1_000;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export interface UtilsHost {
  house: House;
  store: FileStore;
  /** Forgets what can be made again. */
  clearCache: () => Promise<void>;
}

export function utilsRoutes(app: FastifyInstance, { house, store, clearCache }: UtilsHost): void {
  app.get("/utils/random/string", (request) => {
    const { length = String(usualLength) } = request.query as { length?: string };
    const count = /^\d{1,4}$/.test(length) ? Number(length) : 0;
    if (count < 1 || count > longestRandom) refuseQuery(`"length" must be a whole number from 1 to ${longestRandom}.`);
    // 64 letters: every six bits of chance are one of them, none likelier than another.
    return { data: Array.from(house.random(count), (byte) => letters[byte % letters.length]).join("") };
  });

  app.post("/utils/hash/generate", async (request) => {
    await mustBeAdmin({ house, request });
    return { data: await hashPassword(textIn({ request, name: "string" })) };
  });
  app.post("/utils/hash/verify", async (request) => {
    await mustBeAdmin({ house, request });
    const password = textIn({ request, name: "string" });
    return { data: await isPassword({ password, hashed: textIn({ request, name: "hash" }) }) };
  });

  app.post("/utils/sort/:collection", async (request, reply) => {
    const session = await somebody({ house, request });
    const collection = collectionIn(request);
    const { item, to } = rowOf(request.body);
    const work = async (ctx: Parameters<typeof moveTo>[0]["ctx"]) => moveTo({ ctx, collection, item, to });
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.send();
  });

  app.post("/utils/import/:collection", async (request) => {
    const session = await somebody({ house, request });
    return { data: await importRows({ house, session, request, collection: collectionIn(request) }) };
  });

  app.post("/utils/export/:collection", async (request, reply) => {
    const session = await somebody({ house, request });
    await exportRows({ house, store, session, request, collection: collectionIn(request) });
    return reply.code(204).send();
  });

  app.post<{ Params: { revision: string } }>("/utils/revert/:revision", async (request, reply) => {
    const session = await somebody({ house, request });
    await revert({ house, session, origin: originOf(request), revision: request.params.revision });
    return reply.code(204).send();
  });

  app.post("/utils/cache/clear", async (request, reply) => {
    await sessionWhere({ house, request, may: ({ role }) => role === "platform" });
    await clearCache();
    return reply.send();
  });
}

function somebody({ house, request }: { house: House; request: FastifyRequest }): Promise<Session> {
  return sessionWhere({ house, request, may: (who) => who.id !== null });
}

/** Hashing is made to be slow: it is not for everybody to ask for. */
async function mustBeAdmin({ house, request }: { house: House; request: FastifyRequest }): Promise<void> {
  await sessionWhere({ house, request, may: ({ role }) => role === "platform" || role === "admin" });
}

function textIn({ request, name }: { request: FastifyRequest; name: string }): string {
  const value = rowOf(request.body)[name];
  if (typeof value !== "string" || value === "" || value.length > longestHashed)
    refusePayload(`"${name}" must be a text of at most ${longestHashed} characters.`);
  return value;
}

function collectionIn(request: FastifyRequest): Collection {
  const { collection: name } = request.params as { collection: string };
  return collectionNamed(name.replace(/^directus_/, "")) ?? refuseCollection(name);
}
