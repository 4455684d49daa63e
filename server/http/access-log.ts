// Access log: one JSON line for each request. It contains no token, cookie or body, and only those parts of the URL
// that are declared to be harmless.
import { isJsonObject } from "#domain/json-object.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Logged route parameters, which name rows and lists; all others, such as link tokens, are hidden. */
const loggedParams = new Set(["collection", "id", "field", "name", "revision", "key"]);
/** Logged query parameters, which describe only the shape of a query; search terms may be names or phone numbers. */
const loggedQueryNames = new Set([
  "limit",
  "page",
  "offset",
  "sort",
  "fields",
  "meta",
  "export",
  "aggregate",
  "groupBy",
]);
const maxValueLength = 100;
const hidden = "[hidden]";

/** Returns the URL without anything that could be secret or personal. */
export function redactUrl({ url, route, params }: { url: string; route: string | undefined; params: unknown }): string {
  const [pathname = "", query] = url.split("?", 2);
  const path = route === undefined || route.includes("*") ? getFirstSegment(pathname) : fillRoute({ route, params });
  return query ? `${path}?${redactQuery(query)}` : path;
}

/** Shortens URLs of pages and files: the rest of the path may contain a link token. */
function getFirstSegment(pathname: string): string {
  const [, first = "", ...rest] = pathname.split("/");
  return `/${first.slice(0, maxValueLength)}${rest.length > 0 ? "/…" : ""}`;
}

function fillRoute({ route, params }: { route: string; params: unknown }): string {
  return route.replace(/:(\w+)/g, (_all, name: string) => {
    const value = isJsonObject(params) ? String(params[name] ?? "") : "";
    return loggedParams.has(name) && /^[\w-]{1,64}$/.test(value) ? value : hidden;
  });
}

function redactQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .slice(0, 20)
    .map(
      ([name, value]) => `${name.slice(0, 40)}=${loggedQueryNames.has(name) ? value.slice(0, maxValueLength) : hidden}`,
    )
    .join("&");
}

/** Builds the log line of an answered request. */
export function toAccessLogLine({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): object {
  const { method, url, params, actor, errorCodes } = request;
  const route = request.routeOptions.url;
  return {
    request_id: request.id,
    method,
    route: route ?? null,
    url: redactUrl({ url, route, params }),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: Number(reply.getHeader("content-length")) || null,
    ip: request.ip,
    ...(actor ? { person: actor.id, role: actor.role, company: actor.company, branch: actor.branch } : {}),
    ...(errorCodes ? { codes: errorCodes.slice(0, 5) } : {}),
  };
}
