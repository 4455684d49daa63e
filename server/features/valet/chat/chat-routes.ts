// §8 Chat: routes for the staff of the ticket's branch; the customer's are in customer-routes.ts.
import type { FastifyInstance } from "fastify";
import { valetChatActions } from "#domain/valet/chat-actions.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { implement } from "#server/http/implement.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { readConversation, endChat, joinChat, markChatRead, sendMessage } from "#server/features/valet/chat/chat.ts";
import { loadWritableTicket } from "#server/features/valet/ticket.ts";

/** Runs the work for a ticket the actor may change and returns the conversation afterwards. */
const thenReadConversation =
  <B>(work?: (args: { ctx: WriteContext; ticket: number; body: B }) => Promise<void>) =>
  ({ id: ticket, body, query, ...context }: ActionContext & { id: number; body: B; query: { after?: string } }) =>
    runInTransaction({
      ...context,
      work: async (ctx) => {
        await loadWritableTicket({ ctx, id: ticket });
        await work?.({ ctx, ticket, body });
        return readConversation({ sql: ctx.tx, ticket, after: query.after });
      },
    });

const implementations = [
  implement(valetChatActions.read, thenReadConversation()),
  implement(valetChatActions.send, thenReadConversation(sendMessage)),
  implement(valetChatActions.join, thenReadConversation(joinChat)),
  implement(valetChatActions.end, thenReadConversation(endChat)),
  implement(valetChatActions.markRead, thenReadConversation(markChatRead)),
];

export function valetChatRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
