// §2: the customer's own page, for who has no account: a signed link or the ticket's code is the key to one ticket.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { nobody } from "#domain/roles.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { type House, writeContext } from "#server/context.ts";
import { customerLogIn } from "#server/features/valet/customer-log-in.ts";
import { customerStatus, ticketOfToken } from "#server/features/valet/customer-status.ts";
import { tickets } from "#server/features/valet/ticket.ts";
import { refusePayload } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import { originOf } from "#server/request.ts";
import type { Live, Watcher } from "#server/services/live.ts";

const heartbeatMs = 15_000;
/** Where the page sends its token. */
export const ticketHeader = "x-ticket";

/** Performs what the holder of a ticket may do, through the one write path, as nobody of ours. */
async function asHolder({
  house,
  request,
  id,
  payload,
}: {
  house: House;
  request: FastifyRequest;
  id: number;
  payload: { [field: string]: string | number };
}): Promise<void> {
  await house.sql.begin(async (tx) => {
    const ctx = writeContext({ house, tx, who: nobody, origin: originOf(request) });
    await updateItem({ ctx, collection: tickets, id, payload, isOurs: true });
  });
}

export function valetCustomerRoutes(app: FastifyInstance, { house, live }: { house: House; live: Live }): void {
  const idOf = (request: FastifyRequest) => ticketOfToken({ house, token: request.headers[ticketHeader] });

  app.post("/actions/valet/customer/log-in", async (request, reply) => {
    const body = (request.body ?? {}) as { [name: string]: unknown };
    const { company, branch, text, otp } = body;
    if (
      typeof company !== "string" ||
      typeof branch !== "string" ||
      typeof text !== "string" ||
      typeof otp !== "string"
    )
      return refusePayload("Send company, branch, text and otp.");
    const token = await customerLogIn({ house, company, branch, text, otp, ip: request.ip });
    return reply.header("cache-control", "no-store").send({ data: { token } });
  });

  app.get("/actions/valet/customer/status", async (request, reply) => {
    const data = await customerStatus({ house, id: idOf(request) });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/actions/valet/customer/request-pickup", async (request, reply) => {
    const id = idOf(request);
    await customerStatus({ house, id });
    await asHolder({ house, request, id, payload: { status_id: valetSequence.pickupRequested } });
    return reply.header("cache-control", "no-store").send({ data: await customerStatus({ house, id }) });
  });

  /** EventSource sends no headers: here the token stands in the address, as it does in the customer's link. */
  app.get<{ Querystring: { t?: string } }>("/actions/valet/customer/live", async (request, reply) => {
    const id = ticketOfToken({ house, token: request.query.t });
    await customerStatus({ house, id });
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    // The page reads the whole ticket when it hears of a change, and on every `ready`: nothing is missed in between.
    const watcher: Watcher = {
      collection: tickets.name,
      id,
      send: ({ event }) => stream.write(`id: ${event}\ndata: {}\n\n`),
      end: () => stream.end(),
    };
    const unwatch = live.watch(watcher);
    const heartbeat = setInterval(() => stream.write("event: beat\ndata: {}\n\n"), heartbeatMs);
    stream.on("close", () => {
      clearInterval(heartbeat);
      unwatch();
    });
    stream.write("retry: 1000\n\nevent: ready\ndata: {}\n\n");
  });
}
