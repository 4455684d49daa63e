// §8 Chat: routes for the staff of the ticket's branch; the customer's are in customer-routes.ts.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { parseRowId } from "#server/http/action-request.ts";
import { readConversation, endChat, joinChat, markChatRead, sendMessage } from "#server/features/valet/chat/chat.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/** Returns the sequence number after which messages are requested; 0 if it is absent. */
export function parseAfter(request: FastifyRequest): number {
  const { after } = request.query as { after?: string };
  return /^\d{1,9}$/.test(after ?? "") ? Number(after) : 0;
}

export function valetChatRoutes(app: FastifyInstance, services: AppServices): void {
  /** Runs the work for a ticket the actor may change and returns the conversation afterwards. */
  async function runForTicket(
    request: FastifyRequest,
    work?: (args: { ctx: WriteContext; ticket: number; body: Row }) => Promise<void>,
  ) {
    const ticket = parseRowId(request);
    const session = await getSession({ services, request });
    return runInTransaction({
      services,
      session,
      origin: getRequestOrigin(request),
      work: async (ctx) => {
        await loadWritableTicket({ ctx, id: ticket });
        await work?.({ ctx, ticket, body: parseRow(request.body) });
        return readConversation({ sql: ctx.tx, ticket, after: parseAfter(request) });
      },
    });
  }

  app.get("/actions/valet/:id/chat", async (request, reply) => reply.send({ data: await runForTicket(request) }));
  const verbs = { send: sendMessage, join: joinChat, end: endChat, read: markChatRead };
  for (const [verb, work] of Object.entries(verbs))
    app.post(`/actions/valet/:id/chat/${verb}`, async (request, reply) =>
      reply.send({ data: await runForTicket(request, work) }),
    );
}
