// §2 §4: what the gate does with one press; each is a convenience over the one write path.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { inTransaction, type House } from "#server/context.ts";
import { checkIn } from "#server/features/parking/check-in.ts";
import { takeCash } from "#server/features/parking/take-cash.ts";
import { rowOf } from "#server/items/bodies.ts";
import { queryById } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf, readAs, sessionOf } from "#server/request.ts";
import { qrText } from "#server/services/qr.ts";

const collection = ParkingInformation as unknown as Collection;
const shown = [
  "*",
  "parking_main_info.*",
  "parking_main_info.vehicle_type.name",
  "branch.name",
  "branch.address",
  "company.name",
];

/** The entry as its detail page and its slip show it, with the text of the slip's QR. */
async function entryText({ house, session, id }: { house: House; session: Session; id: number }): Promise<string> {
  const query = queryById({ collection, id: String(id), fields: shown })!;
  const { data } = await readAs({ house, session, collection, query });
  if (data === "[]") refuse("FORBIDDEN");
  const qr = JSON.stringify(qrText({ kind: "P", id, secret: house.config.secret }));
  return `{"data":${data.slice(1, -2)},"qr":${qr}}}`;
}

function idOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  return /^\d{1,9}$/.test(id) ? Number(id) : refuse("FORBIDDEN");
}

export function parkingRoutes(app: FastifyInstance, house: House): void {
  app.post("/actions/parking/check-in", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const id = await checkIn({ house, session, origin: originOf(request), body: rowOf(request.body) });
    return reply.type("application/json; charset=utf-8").send(await entryText({ house, session, id }));
  });

  app.get("/actions/parking/:id/slip", async (request, reply) => {
    const session = await sessionOf({ house, request });
    return reply.type("application/json; charset=utf-8").send(await entryText({ house, session, id: idOf(request) }));
  });

  app.post("/actions/parking/:id/take-cash", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const id = idOf(request);
    await takeCash({ house, session, origin: originOf(request), id, body: rowOf(request.body) });
    return reply.type("application/json; charset=utf-8").send(await entryText({ house, session, id }));
  });

  app.post("/actions/parking/:id/check-out", async (request, reply) => {
    const session = await sessionOf({ house, request });
    const id = idOf(request);
    await inTransaction({
      house,
      session,
      origin: originOf(request),
      work: (ctx) => updateItem({ ctx, collection, id, payload: { parking_status_id: 2 } }),
    });
    return reply.type("application/json; charset=utf-8").send(await entryText({ house, session, id }));
  });
}
