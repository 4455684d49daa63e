// §8 Chat, for the staff of the ticket's branch; the customer's side is customer-routes.ts.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import { type House, inTransaction } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { idIn } from "#server/services/action.ts";
import { conversation, endChat, joinChat, readChat, sendMessage } from "#server/features/valet/chat.ts";
import { ownTicket } from "#server/features/valet/ticket.ts";

/** The place after which messages are asked for; from the first where it is not said. */
export function afterIn(request: FastifyRequest): number {
  const { after } = request.query as { after?: string };
  return /^\d{1,9}$/.test(after ?? "") ? Number(after) : 0;
}

export function valetChatRoutes(app: FastifyInstance, house: House): void {
  /** Performs the work for a ticket the asker may change, and answers the conversation as it is then. */
  async function onTicket(
    request: FastifyRequest,
    work?: (args: { ctx: WriteContext; ticket: number; body: Row }) => Promise<void>,
  ) {
    const ticket = idIn(request);
    const session = await sessionOf({ house, request });
    return inTransaction({
      house,
      session,
      origin: originOf(request),
      work: async (ctx) => {
        await ownTicket({ ctx, id: ticket });
        await work?.({ ctx, ticket, body: rowOf(request.body) });
        return conversation({ sql: ctx.tx, ticket, after: afterIn(request) });
      },
    });
  }

  app.get("/actions/valet/:id/chat", async (request, reply) => reply.send({ data: await onTicket(request) }));
  const verbs = { send: sendMessage, join: joinChat, end: endChat, read: readChat };
  for (const [verb, work] of Object.entries(verbs))
    app.post(`/actions/valet/:id/chat/${verb}`, async (request, reply) =>
      reply.send({ data: await onTicket(request, work) }),
    );
}
