// The registered routes of a server.
import type { FastifyInstance } from "fastify";
import type { RouteList } from "#server/http/route-list.ts";

/** Independent of parameter names: "POST /actions/valet/:/park". */
export function normalizeRoute(route: string): string {
  return route.replace(/:\w+/g, ":");
}

/** All routes in alphabetical order; HEAD is included in GET. */
export function listRoutes(app: FastifyInstance): string[] {
  const all = app.getDecorator<RouteList>("routeList").all();
  return [...new Set(all.map(({ method, url }) => normalizeRoute(`${method} ${url}`)))].toSorted();
}
