// §7 /server/specs/oas: the OpenAPI document with the caller's permissions; the pages at /docs are built from it.
import type { FastifyInstance } from "fastify";
import type { AppServices } from "#server/context.ts";
import { buildOpenApiDocument } from "#server/features/reference/openapi-document.ts";
import { getSession } from "#server/request.ts";
import type { RouteList } from "#server/http/route-list.ts";

export function referenceRoutes(
  app: FastifyInstance,
  { services, routes }: { services: AppServices; routes: RouteList },
): void {
  app.get("/server/specs/oas", async (request, reply) => {
    const { actor } = await getSession({ services, request });
    return reply.send(buildOpenApiDocument({ actor, routes }));
  });
}
