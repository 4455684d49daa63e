// §2 §4: actions of the gate; each is a convenience over the common write path.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import { arrivalFields, checkIn, checkInEntry, checkInFields } from "#server/features/parking/check-in.ts";
import { scanCode } from "#server/features/parking/scan-entry.ts";
import { takeEntryCash } from "#server/features/parking/take-cash.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { updateItem } from "#server/items/write/write.ts";
import { createActionContext, parseActionBody, parseRowId, sendJsonText } from "#server/http/action-request.ts";
import { readEntryJson } from "#server/features/parking/entry-json.ts";

const collection = ParkingInformation;

export function parkingRoutes(app: FastifyInstance, services: AppServices): void {
  const createContext = (request: FastifyRequest) => createActionContext({ services, request });

  app.post("/actions/parking/check-in", async (request, reply) => {
    const context = await createContext(request);
    const id = await checkIn({ ...context, body: parseActionBody({ request, fields: checkInFields }) });
    return sendJsonText({ reply, text: await readEntryJson({ ...context, id }) });
  });

  app.post("/actions/parking/scan", async (request, reply) => {
    const context = await createContext(request);
    return reply.send({ data: await scanCode({ ...context, body: parseActionBody({ request, fields: ["text"] }) }) });
  });

  app.get("/actions/parking/:id/slip", async (request, reply) => {
    const context = await createContext(request);
    return sendJsonText({ reply, text: await readEntryJson({ ...context, id: parseRowId(request) }) });
  });

  app.post("/actions/parking/:id/check-in", async (request, reply) => {
    const [context, id] = [await createContext(request), parseRowId(request)];
    await checkInEntry({ ...context, id, body: parseActionBody({ request, fields: arrivalFields }) });
    return sendJsonText({ reply, text: await readEntryJson({ ...context, id }) });
  });

  app.post("/actions/parking/:id/take-cash", async (request, reply) => {
    const [context, id] = [await createContext(request), parseRowId(request)];
    await takeEntryCash({ ...context, id, body: parseRow(request.body) });
    return sendJsonText({ reply, text: await readEntryJson({ ...context, id }) });
  });

  app.post("/actions/parking/:id/check-out", async (request, reply) => {
    const [context, id] = [await createContext(request), parseRowId(request)];
    const work = { collection, id, payload: { parking_status_id: 2 } };
    await runInTransaction({ ...context, work: (ctx) => updateItem({ ctx, ...work }) });
    return sendJsonText({ reply, text: await readEntryJson({ ...context, id }) });
  });
}
