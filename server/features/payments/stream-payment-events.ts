// §7 live: changes of the entry of a pay link, as server-sent events.
import type { FastifyReply } from "fastify";
import type { AppServices } from "#server/context.ts";
import { type EntryKey, entryCollections } from "#server/features/payments/payment-records.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { getLinkQuota } from "#server/http/limits/connection-limits.ts";
import type { RowWatcher } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Takes over the response. Throws REQUESTS_EXCEEDED, SERVICE_UNAVAILABLE. */
export function streamPaymentEvents({
  services,
  live,
  entry: { kind, id },
  reply,
}: {
  services: AppServices;
  live: LiveUpdates;
  entry: EntryKey;
  reply: FastifyReply;
}): FastifyReply {
  const quota = getLinkQuota({ kind: `payment-${kind}`, id });
  const closeConnection = services.connections.open({ address: reply.request.ip, quotas: [quota] });
  const stream = openEventStream(reply);
  stream.onEnd(closeConnection);
  const watcher: RowWatcher = {
    collection: entryCollections[kind].name,
    id,
    send: ({ event }) => stream.write(`id: ${event}\ndata: {}\n\n`),
    end: () => stream.end(),
  };
  stream.onEnd(live.watch(watcher));
  stream.write("event: ready\ndata: {}\n\n");
  return reply;
}
