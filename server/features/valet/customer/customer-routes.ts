// §2: ticket page of customers without an account: a signed link or a log-in by code gives access to one ticket.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { limits } from "#domain/limits.ts";
import { anonymous } from "#domain/access/roles.ts";
import { getPickupRequestTime } from "#domain/valet/pickup-time.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { isTimestamp, parseTimestamp } from "#domain/schema/stored-value.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { readConversation, markChatRead, sendMessage } from "#server/features/valet/chat/chat.ts";
import { parseAfter } from "#server/features/valet/chat/chat-routes.ts";
import { logInTicketHolder, sendTicketPageCode } from "#server/features/valet/customer/customer-log-in.ts";
import {
  type CustomerStatus,
  readCustomerStatus,
  resolveTicketToken,
} from "#server/features/valet/customer/customer-status.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { getLinkQuota } from "#server/http/limits/connection-limits.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { getRequestOrigin } from "#server/request.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import type { LiveEvent } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Maximum messages and read receipts of one ticket's customer in five minutes. */
const maxChatMessagesPerWindow = 200;
/** Header with the ticket token. */
export const ticketHeader = "x-ticket";

/** Runs a ticket holder's action through the write path as an anonymous actor. */
async function runAsTicketHolder({
  services,
  request,
  work,
}: {
  services: AppServices;
  request: FastifyRequest;
  work: (ctx: WriteContext) => Promise<void>;
}): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: (tx) => work(createWriteContext({ services, tx, actor: anonymous, origin: getRequestOrigin(request) })),
  });
}

/** Payload of a scheduled pickup, with the time of the request, early enough for this branch's slower pickups. */
function toPickupPayload({ ticket, body, now }: { ticket: CustomerStatus; body: Row; now: Date }): {
  payload: Row;
  systemValues?: Row;
} {
  const { at } = body;
  if (typeof at !== "string" || !isTimestamp(at)) return { payload: { pickup_wanted_at: at ?? null } };
  const leadMinutes = ticket.estimate?.high ?? limits.pickupLeadMinutes;
  return {
    payload: { pickup_wanted_at: at },
    systemValues: { pickup_due_at: getPickupRequestTime({ scheduledFor: parseTimestamp(at), leadMinutes, now }) },
  };
}

export function valetCustomerRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  const resolveTicketId = (request: FastifyRequest) =>
    resolveTicketToken({ services, token: request.headers[ticketHeader] });

  app.post("/actions/valet/customer/send-code", async (request, reply) => {
    const { company, branch, text } = parseRow(request.body);
    if (typeof company !== "string" || typeof branch !== "string" || typeof text !== "string")
      return throwInvalidPayload("Send company, branch and text.");
    const sent = await sendTicketPageCode({
      services,
      origin: getRequestOrigin(request),
      company,
      branch,
      text,
    });
    return reply.send({ data: { values: sent.values, resend_at: sent.resendAt } });
  });

  app.post("/actions/valet/customer/log-in", async (request, reply) => {
    const { values, otp } = parseRow(request.body);
    if (typeof otp !== "string") return throwInvalidPayload("Send values and otp.");
    const tickets = await logInTicketHolder({ services, origin: getRequestOrigin(request), values, otp });
    return reply.send({ data: { token: tickets[0].token, tickets } });
  });

  app.get("/actions/valet/customer/status", async (request, reply) => {
    const data = await readCustomerStatus({ services, id: await resolveTicketId(request) });
    return reply.send({ data });
  });

  /** Changes of the ticket; each responds with the ticket afterwards. */
  const changes: {
    [verb: string]: (args: { ticket: CustomerStatus; body: Row }) => { payload: Row; systemValues?: Row };
  } = {
    "request-pickup": () => ({ payload: { status_id: valetSequence.pickupRequested } }),
    want: ({ ticket, body }) => toPickupPayload({ ticket, body, now: services.clock() }),
    tip: ({ body }) => ({ payload: { valet_tip: body["tip"] } }),
  };
  for (const [verb, toChange] of Object.entries(changes))
    app.post(`/actions/valet/customer/${verb}`, async (request, reply) => {
      const id = await resolveTicketId(request);
      const ticket = await readCustomerStatus({ services, id });
      const change = toChange({ ticket, body: parseRow(request.body) });
      const work = (ctx: WriteContext) =>
        updateItem({ ctx, collection: ValetAndParkingInformation, id, ...change, bypassAccess: true });
      await runAsTicketHolder({ services, request, work });
      return reply.send({ data: await readCustomerStatus({ services, id }) });
    });

  app.get("/actions/valet/customer/chat", async (request, reply) => {
    const id = await resolveTicketId(request);
    await readCustomerStatus({ services, id });
    const data = await readConversation({ sql: services.sql, ticket: id, after: parseAfter(request) });
    return reply.send({ data });
  });
  const chatVerbs = { send: sendMessage, read: markChatRead };
  for (const [verb, work] of Object.entries(chatVerbs))
    app.post(`/actions/valet/customer/chat/${verb}`, async (request, reply) => {
      const id = await resolveTicketId(request);
      await readCustomerStatus({ services, id });
      await services.throttle.count({
        keys: [{ key: `valet-chat:${id}`, max: maxChatMessagesPerWindow }],
        now: services.clock(),
      });
      await runAsTicketHolder({
        services,
        request,
        work: (ctx) => work({ ctx, ticket: id, body: parseRow(request.body) }),
      });
      const data = await readConversation({ sql: services.sql, ticket: id, after: parseAfter(request) });
      return reply.send({ data });
    });

  /** The token is in the URL, as in the customer's link, because EventSource cannot send headers. */
  app.get<{ Querystring: { t?: string } }>("/actions/valet/customer/live", async (request, reply) => {
    const id = await resolveTicketToken({ services, token: request.query.t });
    await readCustomerStatus({ services, id });
    const leave = services.connections.open({ address: request.ip, quotas: [getLinkQuota({ kind: "ticket", id })] });
    const stream = openEventStream(reply);
    stream.onEnd(leave);
    // The page reloads the ticket on every event and on `ready`, so that no change is missed in between.
    const end = () => stream.end();
    const sendEvent = ({ event }: LiveEvent) => stream.write(`id: ${event}\ndata: {}\n\n`);
    stream.onEnd(live.watch({ collection: ValetAndParkingInformation.name, id, send: sendTicketEvent, end }));
    let chat: number | null = null;
    /**
     * Reloads the ticket after a change: a renewed code ends the stream of the old link, and a chat that either side
     * has started is watched from then on.
     */
    async function followTicket(): Promise<void> {
      await resolveTicketToken({ services, token: request.query.t });
      if (chat !== null) return;
      const [row] = await services.sql<{ chat: number | null }[]>`
        select chat from "Valet_and_Parking_Information" where id = ${id}`;
      if (chat !== null || !row || row.chat === null || !stream.isOpen()) return;
      chat = row.chat;
      stream.onEnd(live.watch({ collection: "valet_chats", id: chat, send: sendEvent, end }));
    }
    function sendTicketEvent(event: LiveEvent): void {
      void followTicket().then(() => sendEvent(event), end);
    }
    await followTicket();
    stream.write("event: ready\ndata: {}\n\n");
  });
}
