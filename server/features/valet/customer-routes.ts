// §2: the customer's own page, for who has no account: a signed link or the ticket's code is the key to one ticket.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { nobody } from "#domain/roles.ts";
import { requestDueAt } from "#domain/rules/pickup-time.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { isTimestamp, timestampOf } from "#domain/stored-value.ts";
import { type House, writeContext } from "#server/context.ts";
import { conversation, readChat, sendMessage } from "#server/features/valet/chat.ts";
import { afterIn } from "#server/features/valet/chat-routes.ts";
import { customerLogIn } from "#server/features/valet/customer-log-in.ts";
import { type CustomerStatus, customerStatus, ticketOfToken } from "#server/features/valet/customer-status.ts";
import { tickets } from "#server/features/valet/ticket.ts";
import { transaction } from "#server/db/transaction.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refusePayload } from "#server/items/refused.ts";
import { updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { originOf } from "#server/request.ts";
import { openEventStream } from "#server/services/event-stream.ts";
import type { Live, LiveEvent } from "#server/services/live.ts";

/** Words and reading marks of one ticket's customer in five minutes. */
const mostWords = 200;
/** Where the page sends its token. */
export const ticketHeader = "x-ticket";

/** Performs what the holder of a ticket may do, through the one write path, as nobody of ours. */
async function asHolder({
  house,
  request,
  work,
}: {
  house: House;
  request: FastifyRequest;
  work: (ctx: WriteContext) => Promise<void>;
}): Promise<void> {
  await transaction({
    sql: house.sql,
    work: (tx) => work(writeContext({ house, tx, who: nobody, origin: originOf(request) })),
  });
}

/** A wish for a time, with when the request is to be made so that this branch's slower pickups are at the gate by then. */
function wanted({ ticket, body, now }: { ticket: CustomerStatus; body: Row; now: Date }): { payload: Row; set?: Row } {
  const { at } = body;
  if (typeof at !== "string" || !isTimestamp(at)) return { payload: { pickup_wanted_at: at ?? null } };
  const leadMinutes = ticket.estimate?.high ?? limits.pickupLeadMinutes;
  return {
    payload: { pickup_wanted_at: at },
    set: { pickup_due_at: requestDueAt({ wantedAt: timestampOf(at), leadMinutes, now }) },
  };
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

  /** A change of the ticket, answered with the ticket as it is then. */
  const changes: { [verb: string]: (args: { ticket: CustomerStatus; body: Row }) => { payload: Row; set?: Row } } = {
    "request-pickup": () => ({ payload: { status_id: valetSequence.pickupRequested } }),
    want: ({ ticket, body }) => wanted({ ticket, body, now: house.clock() }),
    tip: ({ body }) => ({ payload: { valet_tip: body["tip"] } }),
  };
  for (const [verb, changed] of Object.entries(changes))
    app.post(`/actions/valet/customer/${verb}`, async (request, reply) => {
      const id = idOf(request);
      const ticket = await customerStatus({ house, id });
      const change = changed({ ticket, body: rowOf(request.body) });
      const work = (ctx: WriteContext) => updateItem({ ctx, collection: tickets, id, ...change, isOurs: true });
      await asHolder({ house, request, work });
      return reply.header("cache-control", "no-store").send({ data: await customerStatus({ house, id }) });
    });

  app.get("/actions/valet/customer/chat", async (request, reply) => {
    const id = idOf(request);
    await customerStatus({ house, id });
    const data = await conversation({ sql: house.sql, ticket: id, after: afterIn(request) });
    return reply.header("cache-control", "no-store").send({ data });
  });
  const chatVerbs = { send: sendMessage, read: readChat };
  for (const [verb, work] of Object.entries(chatVerbs))
    app.post(`/actions/valet/customer/chat/${verb}`, async (request, reply) => {
      const id = idOf(request);
      await customerStatus({ house, id });
      await house.throttle.take({ keys: [{ key: `valet-chat:${id}`, most: mostWords }], now: house.clock() });
      await asHolder({ house, request, work: (ctx) => work({ ctx, ticket: id, body: rowOf(request.body) }) });
      const data = await conversation({ sql: house.sql, ticket: id, after: afterIn(request) });
      return reply.header("cache-control", "no-store").send({ data });
    });

  /** EventSource sends no headers: here the token stands in the address, as it does in the customer's link. */
  app.get<{ Querystring: { t?: string } }>("/actions/valet/customer/live", async (request, reply) => {
    const id = ticketOfToken({ house, token: request.query.t });
    await customerStatus({ house, id });
    const stream = openEventStream(reply);
    // The page reads the whole ticket when it hears of a change, and on every `ready`: nothing is missed in between.
    const end = () => stream.end();
    const tell = ({ event }: LiveEvent) => stream.write(`id: ${event}\ndata: {}\n\n`);
    stream.whenOver(live.watch({ collection: tickets.name, id, send: tellTicket, end }));
    let chat: number | null = null;
    /** A chat is begun by either side, and its ticket changes then: from that moment its words are heard too. */
    async function hearChat(): Promise<void> {
      const [row] = await house.sql<{ chat: number | null }[]>`
        select chat from "Valet_and_Parking_Information" where id = ${id}`;
      if (chat !== null || !row || row.chat === null || !stream.isOpen()) return;
      chat = row.chat;
      stream.whenOver(live.watch({ collection: "valet_chats", id: chat, send: tell, end }));
    }
    function tellTicket(event: LiveEvent): void {
      if (chat === null) void hearChat().then(() => tell(event), end);
      else tell(event);
    }
    await hearChat();
    stream.write("event: ready\ndata: {}\n\n");
  });
}
