// Lists the declared routes of this server, so that its description covers exactly the existing ones.
import type { FastifyInstance } from "fastify";

export interface RouteAddress {
  method: string;
  /** Declared path, such as `/items/:collection/:id`. */
  url: string;
}

export interface RouteList {
  has: (route: RouteAddress) => boolean;
  all: () => readonly RouteAddress[];
}

/** Ignores the names of parameters. */
const toRouteKey = ({ method, url }: RouteAddress): string => `${method} ${url.replace(/:\w+/g, ":")}`;

/** Collects routes; must be called before the first route is declared. */
export function collectRoutes(app: FastifyInstance): RouteList {
  const routes = new Map<string, RouteAddress>();
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat())
      if (name !== "HEAD") routes.set(toRouteKey({ method: name, url }), { method: name, url });
  });
  return { has: (route) => routes.has(toRouteKey(route)), all: () => [...routes.values()] };
}
