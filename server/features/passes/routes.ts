// §3: passes for a time: made, renewed, shown with their QR.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { House } from "#server/context.ts";
import { issuePass, passFields, renewalFields, renewPass } from "#server/features/passes/issue-pass.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { type Acting, bodyOf, idIn, sendText } from "#server/services/action.ts";
import { passText } from "#server/services/entry-text.ts";

export function passRoutes(app: FastifyInstance, house: House): void {
  const acting = async (request: FastifyRequest): Promise<Acting> => ({
    house,
    session: await sessionOf({ house, request }),
    origin: originOf(request),
  });

  app.post("/actions/passes", async (request, reply) => {
    const who = await acting(request);
    const id = await issuePass({ ...who, body: bodyOf({ request, fields: passFields }) });
    return sendText({ reply, text: await passText({ ...who, id }) });
  });

  app.get("/actions/passes/:id", async (request, reply) => {
    const who = await acting(request);
    return sendText({ reply, text: await passText({ ...who, id: idIn(request) }) });
  });

  app.post("/actions/passes/:id/renew", async (request, reply) => {
    const [who, id] = [await acting(request), idIn(request)];
    await renewPass({ ...who, id, body: bodyOf({ request, fields: renewalFields }) });
    return sendText({ reply, text: await passText({ ...who, id }) });
  });
}
