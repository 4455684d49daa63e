// §2 §4: actions of valet staff; each is a convenience over the common write path.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppServices } from "#server/context.ts";
import { acceptPickup } from "#server/features/valet/accept-pickup.ts";
import { markAtGate } from "#server/features/valet/at-the-gate.ts";
import { createTicket } from "#server/features/valet/create-ticket.ts";
import { findTickets, findReturningCustomer, scanTicket } from "#server/features/valet/find-tickets.ts";
import { handOver } from "#server/features/valet/hand-over.ts";
import { renewHandoverCode } from "#server/features/valet/renew-handover-code.ts";
import { declineOffer } from "#server/features/valet/decline-offer.ts";
import { parkVehicle } from "#server/features/valet/park-vehicle.ts";
import { reassignTicket } from "#server/features/valet/reassign-ticket.ts";
import { requestPickup } from "#server/features/valet/request-pickup.ts";
import { takeTicketCash } from "#server/features/valet/take-cash.ts";
import { getTicketPagePath, type TicketActionContext, readTicketJson } from "#server/features/valet/ticket.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { getSession } from "#server/request.ts";
import { createActionContext, parseRowId } from "#server/http/action-request.ts";

const json = "application/json; charset=utf-8";

export function valetRoutes(app: FastifyInstance, services: AppServices): void {
  const createContext = async (request: FastifyRequest): Promise<Omit<TicketActionContext, "id">> => ({
    ...(await createActionContext({ services, request })),
    body: parseRow(request.body),
  });

  app.post("/actions/valet/create-ticket", async (request, reply) => {
    const { session, ...rest } = await createContext(request);
    const { id, otp } = await createTicket({ session, ...rest });
    const text = await readTicketJson({ services, session, id, extra: { otp } });
    return reply.type(json).send(text);
  });

  app.post("/actions/valet/scan", async (request, reply) => {
    const { session, body } = await createContext(request);
    return reply.send({ data: { ticket: await scanTicket({ services, session, text: String(body["text"] ?? "") }) } });
  });

  app.get<{ Querystring: { text?: string } }>("/actions/valet/find", async (request, reply) => {
    const session = await getSession({ services, request });
    return reply.send({ data: await findTickets({ services, session, text: request.query.text ?? "" }) });
  });

  app.get<{ Querystring: { plate?: string } }>("/actions/valet/returning", async (request, reply) => {
    const session = await getSession({ services, request });
    return reply.send({ data: await findReturningCustomer({ services, session, plate: request.query.plate ?? "" }) });
  });

  app.get("/actions/valet/:id/slip", async (request, reply) => {
    const session = await getSession({ services, request });
    return reply.type(json).send(await readTicketJson({ services, session, id: parseRowId(request) }));
  });

  /** Link to the live page of a ticket, for actors who may read it: a logged-in customer's own (§6). */
  app.get("/actions/valet/:id/my-page", async (request, reply) => {
    const session = await getSession({ services, request });
    return reply.send({ data: { link: await getTicketPagePath({ services, session, id: parseRowId(request) }) } });
  });

  app.post("/actions/valet/:id/new-code", async (request, reply) => {
    const { session, ...rest } = await createContext(request);
    const id = parseRowId(request);
    const otp = await renewHandoverCode({ session, id, ...rest });
    const text = await readTicketJson({ services, session, id, extra: { otp } });
    return reply.type(json).send(text);
  });

  const actions: { [verb: string]: (context: TicketActionContext) => Promise<void> } = {
    park: parkVehicle,
    "request-pickup": requestPickup,
    "accept-pickup": acceptPickup,
    "pass-offer": declineOffer,
    "at-the-gate": markAtGate,
    "hand-over": handOver,
    "take-cash": takeTicketCash,
    reassign: reassignTicket,
  };
  for (const [verb, runAction] of Object.entries(actions))
    app.post(`/actions/valet/:id/${verb}`, async (request, reply) => {
      const { session, ...rest } = await createContext(request);
      const id = parseRowId(request);
      await runAction({ session, id, ...rest });
      return reply.type(json).send(await readTicketJson({ services, session, id }));
    });
}
