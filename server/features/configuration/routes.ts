// §2 /configurations: the history of a set-up, and the services of a branch; the rest is changed by the generic item calls.
import type { FastifyInstance } from "fastify";
import { services } from "#domain/services.ts";
import type { House } from "#server/context.ts";
import { setUpHistory, setUpParts } from "#server/features/configuration/history.ts";
import { switchServices } from "#server/features/configuration/services.ts";
import { refusePayload } from "#server/items/refused.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { bodyOf } from "#server/services/action.ts";

export function configurationRoutes(app: FastifyInstance, house: House): void {
  app.get<{ Querystring: { of?: string } }>("/actions/configuration/history", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const of = setUpParts.find((part) => part === (request.query.of ?? "parking"));
    if (!of) refusePayload('"of" must be parking, branch or company.');
    return reply.send({ data: await setUpHistory({ house, session, origin: originOf(request), of }) });
  });

  app.post("/actions/configuration/services", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const sent = bodyOf({ request, fields: services });
    await switchServices({ house, session, origin: originOf(request), sent });
    return reply.code(204).send();
  });
}
