// §2 §4: what valet staff do with one press; each is a convenience over the one write path.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { House } from "#server/context.ts";
import { acceptPickup } from "#server/features/valet/accept-pickup.ts";
import { atTheGate } from "#server/features/valet/at-the-gate.ts";
import { createTicket } from "#server/features/valet/create-ticket.ts";
import { findTickets, returningPlate, scanTicket } from "#server/features/valet/find.ts";
import { handOver } from "#server/features/valet/hand-over.ts";
import { newCode } from "#server/features/valet/new-code.ts";
import { passOffer } from "#server/features/valet/pass-offer.ts";
import { park } from "#server/features/valet/park.ts";
import { reassign } from "#server/features/valet/reassign.ts";
import { requestPickup } from "#server/features/valet/request-pickup.ts";
import { takeCash } from "#server/features/valet/take-cash.ts";
import { ownPage, type Press, ticketText } from "#server/features/valet/ticket.ts";
import { rowOf } from "#server/items/bodies.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { idIn } from "#server/services/action.ts";

const json = "application/json; charset=utf-8";

export function valetRoutes(app: FastifyInstance, house: House): void {
  const press = async (request: FastifyRequest): Promise<Omit<Press, "id">> => ({
    house,
    session: await sessionOf({ house, request }),
    origin: originOf(request),
    body: rowOf(request.body),
  });

  app.post("/actions/valet/create-ticket", async (request, reply) => {
    const { session, ...rest } = await press(request);
    const { id, otp } = await createTicket({ session, ...rest });
    const text = await ticketText({ house, session, id, extra: { otp } });
    return reply.header("cache-control", "no-store").type(json).send(text);
  });

  app.post("/actions/valet/scan", async (request, reply) => {
    const { session, body } = await press(request);
    return reply.send({ data: { ticket: await scanTicket({ house, session, text: String(body["text"] ?? "") }) } });
  });

  app.get<{ Querystring: { text?: string } }>("/actions/valet/find", async (request, reply) => {
    const session = await sessionOf({ house, request });
    return reply.send({ data: await findTickets({ house, session, text: request.query.text ?? "" }) });
  });

  app.get<{ Querystring: { plate?: string } }>("/actions/valet/returning", async (request, reply) => {
    const session = await sessionOf({ house, request });
    return reply.send({ data: await returningPlate({ house, session, plate: request.query.plate ?? "" }) });
  });

  app.get("/actions/valet/:id/slip", async (request, reply) => {
    const session = await sessionOf({ house, request });
    return reply.type(json).send(await ticketText({ house, session, id: idIn(request) }));
  });

  /** The live page of a ticket, for who may see it: a logged-in customer's own (§6). */
  app.get("/actions/valet/:id/my-page", async (request, reply) => {
    const session = await sessionOf({ house, request });
    return reply
      .header("cache-control", "no-store")
      .send({ data: { link: await ownPage({ house, session, id: idIn(request) }) } });
  });

  app.post("/actions/valet/:id/new-code", async (request, reply) => {
    const { session, ...rest } = await press(request);
    const id = idIn(request);
    const otp = await newCode({ session, id, ...rest });
    const text = await ticketText({ house, session, id, extra: { otp } });
    return reply.header("cache-control", "no-store").type(json).send(text);
  });

  const moves: { [verb: string]: (press: Press) => Promise<void> } = {
    park,
    "request-pickup": requestPickup,
    "accept-pickup": acceptPickup,
    "pass-offer": passOffer,
    "at-the-gate": atTheGate,
    "hand-over": handOver,
    "take-cash": takeCash,
    reassign,
  };
  for (const [verb, move] of Object.entries(moves))
    app.post(`/actions/valet/:id/${verb}`, async (request, reply) => {
      const { session, ...rest } = await press(request);
      const id = idIn(request);
      await move({ session, id, ...rest });
      return reply.type(json).send(await ticketText({ house, session, id }));
    });
}
