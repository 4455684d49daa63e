// Which addresses this server has, as they are declared: what describes them shows those that are there and no others.
import type { FastifyInstance } from "fastify";

export interface Address {
  method: string;
  /** As declared: `/items/:collection/:id`. */
  url: string;
}

export interface RouteList {
  has: (address: Address) => boolean;
  all: () => readonly Address[];
}

/** Whatever its parameters are called, it is the same address. */
const keyOf = ({ method, url }: Address): string => `${method} ${url.replace(/:\w+/g, ":")}`;

/** Listens from now on: call it before the first route is declared. */
export function listRoutes(app: FastifyInstance): RouteList {
  const addresses = new Map<string, Address>();
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== "HEAD") addresses.set(keyOf({ method: one, url }), { method: one, url });
  });
  return { has: (address) => addresses.has(keyOf(address)), all: () => [...addresses.values()] };
}
