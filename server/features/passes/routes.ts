// §3: routes to issue, read and renew passes.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppServices } from "#server/context.ts";
import { issuePass, passFields, renewalFields, renewPass } from "#server/features/passes/issue-pass.ts";
import { createActionContext, parseActionBody, parseRowId, sendJsonText } from "#server/http/action-request.ts";
import { readPassJson } from "#server/features/parking/entry-json.ts";

export function passRoutes(app: FastifyInstance, services: AppServices): void {
  const createContext = (request: FastifyRequest) => createActionContext({ services, request });

  app.post("/actions/passes", async (request, reply) => {
    const context = await createContext(request);
    const id = await issuePass({ ...context, body: parseActionBody({ request, fields: passFields }) });
    return sendJsonText({ reply, text: await readPassJson({ ...context, id }) });
  });

  app.get("/actions/passes/:id", async (request, reply) => {
    const context = await createContext(request);
    return sendJsonText({ reply, text: await readPassJson({ ...context, id: parseRowId(request) }) });
  });

  app.post("/actions/passes/:id/renew", async (request, reply) => {
    const [context, id] = [await createContext(request), parseRowId(request)];
    await renewPass({ ...context, id, body: parseActionBody({ request, fields: renewalFields }) });
    return sendJsonText({ reply, text: await readPassJson({ ...context, id }) });
  });
}
