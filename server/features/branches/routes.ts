// §2 /configurations: history of a configuration and enabled services of a branch; everything else is changed through
// /items.
import type { FastifyInstance } from "fastify";
import { serviceNames } from "#domain/branches/services.ts";
import type { AppServices } from "#server/context.ts";
import { readConfigurationHistory, configurationScopes } from "#server/features/branches/configuration-history.ts";
import { setEnabledServices } from "#server/features/branches/switch-services.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { parseActionBody } from "#server/http/action-request.ts";

export function configurationRoutes(app: FastifyInstance, services: AppServices): void {
  app.get<{ Querystring: { of?: string } }>("/actions/configuration/history", async (request, reply) => {
    const session = await getSession({ services, request });
    const scope = configurationScopes.find((name) => name === (request.query.of ?? "parking"));
    if (!scope) throwInvalidPayload('"of" must be parking, branch or company.');
    return reply.send({
      data: await readConfigurationHistory({ services, session, origin: getRequestOrigin(request), scope }),
    });
  });

  app.post("/actions/configuration/services", async (request, reply) => {
    const session = await getSession({ services, request });
    const changes = parseActionBody({ request, fields: serviceNames });
    await setEnabledServices({ services, session, origin: getRequestOrigin(request), changes });
    return reply.code(204).send();
  });
}
