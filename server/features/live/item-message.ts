// §7: performs an `items` message of a socket with the corresponding HTTP route.
import type { FastifyInstance } from "fastify";
import type { RequestOrigin } from "#server/context.ts";
import type { SocketMessage } from "#server/features/live/message.ts";
import { getSubscribableCollection } from "#server/features/live/subscription.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";

interface RouteCall {
  method: "GET" | "POST" | "PATCH" | "DELETE" | "SEARCH";
  url: string;
  body?: unknown;
}

/** Carries the error body of an internal route unchanged to the socket. */
export class RouteError extends Error {
  readonly code: string;
  readonly extensions: SocketMessage;
  constructor({ message, extensions }: { message: string; extensions: SocketMessage & { code: string } }) {
    super(message);
    this.code = extensions.code;
    this.extensions = extensions;
  }
}

/** Returns `data`, and `meta` if requested; throws RouteError. */
export async function performItemMessage({
  app,
  message,
  token,
  origin,
}: {
  app: FastifyInstance;
  message: SocketMessage;
  token: string | null;
  origin: RequestOrigin;
}): Promise<{ data: unknown; meta?: unknown }> {
  const { method, url, body } = toRouteCall(message);
  const response = await app.inject({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of `inject` lack SEARCH
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
  if (response.statusCode === 204) return { data: getDeletedKeys(message) };
  const responseBody = response.json<{
    data?: unknown;
    meta?: unknown;
    errors?: ConstructorParameters<typeof RouteError>[0][];
  }>();
  if (responseBody.errors) throw new RouteError(responseBody.errors[0]!);
  return { data: responseBody.data ?? null, ...(responseBody.meta === undefined ? {} : { meta: responseBody.meta }) };
}

function getDeletedKeys({ action, id, ids }: SocketMessage): unknown {
  if (action !== "delete") return null;
  return id === undefined ? (ids ?? null) : [id];
}

function toRouteCall(message: SocketMessage): RouteCall {
  const { action, id, ids, data, query } = message;
  const collection = getSubscribableCollection(message["collection"]);
  const base = collection.isSystem ? `/${collection.name}` : `/items/${collection.name}`;
  const itemUrl = id === undefined ? base : `${base}/${encodeURIComponent(String(id))}`;
  switch (action) {
    case "create":
      return { method: "POST", url: `${base}${serializeQuery(query)}`, body: data ?? {} };
    case "read":
      if (id !== undefined || collection.isSingleton)
        return { method: "GET", url: `${itemUrl}${serializeQuery(query)}` };
      return { method: "SEARCH", url: base, body: { query: query ?? {}, ...(ids === undefined ? {} : { keys: ids }) } };
    case "update": {
      const bulkUpdate = { ...(ids === undefined ? { query } : { keys: ids }), data };
      const isOne = id !== undefined || collection.isSingleton;
      const body = isOne ? data : Array.isArray(data) ? data : bulkUpdate;
      return { method: "PATCH", url: `${itemUrl}${serializeQuery(query)}`, body: body ?? {} };
    }
    case "delete":
      if (id !== undefined) return { method: "DELETE", url: itemUrl };
      return { method: "DELETE", url: base, body: ids === undefined ? { query } : { keys: ids } };
    default:
      return throwInvalidPayload('"action" must be create, read, update or delete.');
  }
}

/** Query string with the requested fields of the response. */
function serializeQuery(query: unknown): string {
  const fields = typeof query === "object" && query !== null && "fields" in query ? query.fields : undefined;
  if (fields === undefined) return "";
  return `?fields=${encodeURIComponent(Array.isArray(fields) ? fields.join(",") : String(fields))}`;
}
