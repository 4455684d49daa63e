// §2 §4: what the gate does with one press; each is a convenience over the one write path.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { inTransaction, type House } from "#server/context.ts";
import { arrivalFields, checkIn, checkInEntry, checkInFields } from "#server/features/parking/check-in.ts";
import { scan } from "#server/features/parking/scan.ts";
import { takeCash } from "#server/features/parking/take-cash.ts";
import { rowOf } from "#server/items/bodies.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { type Acting, bodyOf, idIn, sendText } from "#server/services/action.ts";
import { entryText } from "#server/services/entry-text.ts";

const collection = ParkingInformation as unknown as Collection;

export function parkingRoutes(app: FastifyInstance, house: House): void {
  const acting = async (request: FastifyRequest): Promise<Acting> => ({
    house,
    session: await sessionOf({ house, request }),
    origin: originOf(request),
  });

  app.post("/actions/parking/check-in", async (request, reply) => {
    const who = await acting(request);
    const id = await checkIn({ ...who, body: bodyOf({ request, fields: checkInFields }) });
    return sendText({ reply, text: await entryText({ ...who, id }) });
  });

  app.post("/actions/parking/scan", async (request, reply) => {
    const who = await acting(request);
    return reply.send({ data: await scan({ ...who, body: bodyOf({ request, fields: ["text"] }) }) });
  });

  app.get("/actions/parking/:id/slip", async (request, reply) => {
    const who = await acting(request);
    return sendText({ reply, text: await entryText({ ...who, id: idIn(request) }) });
  });

  app.post("/actions/parking/:id/check-in", async (request, reply) => {
    const [who, id] = [await acting(request), idIn(request)];
    await checkInEntry({ ...who, id, body: bodyOf({ request, fields: arrivalFields }) });
    return sendText({ reply, text: await entryText({ ...who, id }) });
  });

  app.post("/actions/parking/:id/take-cash", async (request, reply) => {
    const [who, id] = [await acting(request), idIn(request)];
    await takeCash({ ...who, id, body: rowOf(request.body) });
    return sendText({ reply, text: await entryText({ ...who, id }) });
  });

  app.post("/actions/parking/:id/check-out", async (request, reply) => {
    const [who, id] = [await acting(request), idIn(request)];
    const work = { collection, id, payload: { parking_status_id: 2 } };
    await inTransaction({ ...who, work: (ctx) => updateItem({ ctx, ...work }) });
    return sendText({ reply, text: await entryText({ ...who, id }) });
  });
}
