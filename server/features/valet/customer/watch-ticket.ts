// §2: stream of the changes of one ticket for its customer's page.
import type { FastifyReply, FastifyRequest } from "fastify";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { AppServices } from "#server/context.ts";
import { readCustomerStatus, resolveTicketToken } from "#server/features/valet/customer/customer-status.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { getLinkQuota } from "#server/http/limits/connection-limits.ts";
import type { LiveEvent } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Streams the changes of the token's ticket until its link becomes invalid. Throws INVALID_TOKEN. */
export async function watchTicket({
  services,
  live,
  token,
  request,
  reply,
}: {
  services: AppServices;
  live: LiveUpdates;
  token: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}): Promise<FastifyReply> {
  const id = await resolveTicketToken({ services, token });
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
   * Reloads the ticket after a change: a renewed code ends the stream of the old link, and a chat that either side has
   * started is watched from then on.
   */
  async function followTicket(): Promise<void> {
    await resolveTicketToken({ services, token });
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
  return reply;
}
