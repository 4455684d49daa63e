// §7 /server/specs/oas: the OpenAPI document for whoever asks; the pages at /docs are made of it.
import type { FastifyInstance } from "fastify";
import type { House } from "#server/context.ts";
import { documentFor } from "#server/features/reference/document.ts";
import { sessionOf } from "#server/request.ts";
import type { RouteList } from "#server/services/route-list.ts";

export function referenceRoutes(app: FastifyInstance, { house, routes }: { house: House; routes: RouteList }): void {
  app.get("/server/specs/oas", async (request, reply) => {
    const { who } = await sessionOf({ house, request });
    return reply.header("cache-control", "no-cache").send(documentFor({ who, routes }));
  });
}
