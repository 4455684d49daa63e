// §7: an `items` message of a socket: the same call as over HTTP, asked at the same address.
import type { FastifyInstance } from "fastify";
import type { Origin } from "#server/context.ts";
import type { Message } from "#server/features/live/message.ts";
import { collectionOf } from "#server/features/live/subscription.ts";
import { refusePayload } from "#server/items/refused.ts";

interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE" | "SEARCH";
  url: string;
  body?: unknown;
}

/** What an address refused, to be told as it said it. */
export class Told extends Error {
  readonly code: string;
  readonly extensions: Message;
  constructor({ message, extensions }: { message: string; extensions: Message & { code: string } }) {
    super(message);
    this.code = extensions.code;
    this.extensions = extensions;
  }
}

/** Answers `data`, and `meta` where it was asked for; throws Told. */
export async function performItems({
  app,
  message,
  token,
  origin,
}: {
  app: FastifyInstance;
  message: Message;
  token: string | null;
  origin: Origin;
}): Promise<{ data: unknown; meta?: unknown }> {
  const { method, url, body } = callOf(message);
  const answer = await app.inject({
    method: method as "GET",
    url,
    ...(origin.ip === null ? {} : { remoteAddress: origin.ip }),
    headers: {
      "content-type": "application/json",
      "user-agent": origin.userAgent ?? "",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  if (answer.statusCode === 204) return { data: deletedKeys(message) };
  const given = answer.json<{ data?: unknown; meta?: unknown; errors?: ConstructorParameters<typeof Told>[0][] }>();
  if (given.errors) throw new Told(given.errors[0]!);
  return { data: given.data ?? null, ...(given.meta === undefined ? {} : { meta: given.meta }) };
}

function deletedKeys({ action, id, ids }: Message): unknown {
  if (action !== "delete") return null;
  return id === undefined ? (ids ?? null) : [id];
}

function callOf(message: Message): Call {
  const { action, id, ids, data, query } = message;
  const collection = collectionOf(message["collection"]);
  const base = collection.system ? `/${collection.name}` : `/items/${collection.name}`;
  const one = id === undefined ? base : `${base}/${encodeURIComponent(String(id))}`;
  switch (action) {
    case "create":
      return { method: "POST", url: `${base}${shown(query)}`, body: data ?? {} };
    case "read":
      if (id !== undefined || collection.singleton) return { method: "GET", url: `${one}${shown(query)}` };
      return { method: "SEARCH", url: base, body: { query: query ?? {}, ...(ids === undefined ? {} : { keys: ids }) } };
    case "update": {
      const many = { ...(ids === undefined ? { query } : { keys: ids }), data };
      const isOne = id !== undefined || collection.singleton;
      const body = isOne ? data : Array.isArray(data) ? data : many;
      return { method: "PATCH", url: `${one}${shown(query)}`, body: body ?? {} };
    }
    case "delete":
      if (id !== undefined) return { method: "DELETE", url: one };
      return { method: "DELETE", url: base, body: ids === undefined ? { query } : { keys: ids } };
    default:
      return refusePayload('"action" must be create, read, update or delete.');
  }
}

/** The fields of the answer. */
function shown(query: unknown): string {
  const fields = (query as Message | undefined)?.["fields"];
  if (fields === undefined) return "";
  return `?fields=${encodeURIComponent(Array.isArray(fields) ? fields.join(",") : String(fields))}`;
}
