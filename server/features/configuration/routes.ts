// §2 /configurations: the history of a branch's set-up; the set-up itself is changed by the generic item calls.
import type { FastifyInstance } from "fastify";
import type { House } from "#server/context.ts";
import { setUpHistory } from "#server/features/configuration/history.ts";
import { originOf, sessionOf } from "#server/request.ts";

export function configurationRoutes(app: FastifyInstance, house: House): void {
  app.get("/actions/configuration/history", async (request, reply) => {
    const session = await sessionOf({ house, request });
    return reply.send({ data: await setUpHistory({ house, session, origin: originOf(request) }) });
  });
}
