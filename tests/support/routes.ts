// The addresses of a server as it has registered them.
import type { FastifyInstance } from "fastify";
import type { RouteList } from "#server/services/route-list.ts";

/** Whatever its parameters are called, it is the same address: "POST /actions/valet/:/park". */
export function plain(route: string): string {
  return route.replace(/:\w+/g, ":");
}

/** Every one of them, in the alphabet's order; HEAD goes with GET. */
export function routesOf(app: FastifyInstance): string[] {
  const all = app.getDecorator<RouteList>("routeList").all();
  return [...new Set(all.map(({ method, url }) => plain(`${method} ${url}`)))].toSorted();
}
