// §7: live stream (server-sent events) with the permissions of the subscriber and catch-up of missed events.
import type { FastifyInstance } from "fastify";
import { findCollection } from "#domain/collections.ts";
import type { AppServices } from "#server/context.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { getSessionExpiry } from "#server/features/live/authenticate.ts";
import { getUserQuota } from "#server/http/limits/connection-limits.ts";
import { throwApiError, throwInvalidQuery } from "#server/items/api-error.ts";
import { assertSessionValid, assertSupportOpen } from "#server/items/access/session.ts";
import { loadFreshSession, getSession, getToken } from "#server/request.ts";
import { type EventStream, openEventStream } from "#server/http/event-stream.ts";
import type { Subscriber } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Staff must see within 5 s that the network is gone. */
const heartbeatMs = 1_500;

export function liveRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  /**
   * Issues a ticket for the URL, valid for 30 seconds and for the stream only, because EventSource cannot send headers.
   */
  app.post("/live/ticket", async (request, reply) => {
    const session = await getSession({ services, request });
    if (session.actor.id === null) throwApiError("INVALID_CREDENTIALS");
    const expiresAt = getSessionExpiry({ services, session, token: getToken(request).token ?? null });
    const ticket = await services.tokens.issue({
      kind: tokenKinds.liveStream,
      payload: {
        id: session.actor.id,
        version: session.authVersion,
        session: session.family,
        until: Number.isFinite(expiresAt) ? expiresAt : null,
      },
    });
    return reply.send({ data: { ticket } });
  });

  app.get<{ Querystring: { ticket?: string; collections?: string | string[]; after?: string } }>(
    "/live",
    async (request, reply) => {
      const {
        id,
        version,
        session: family,
        until: expiresAt,
      } = await services.tokens.verify({ kind: tokenKinds.liveStream, token: request.query.ticket });
      const fresh = await loadFreshSession({ services, userId: id });
      const session = assertSessionValid({ fresh, authVersion: version, family });
      assertSupportOpen({ session, now: services.clock() });
      const names = String(request.query.collections ?? "")
        .split(",")
        .filter(Boolean);
      for (const name of names) if (!findCollection(name)?.isLive) throwInvalidQuery(`"${name}" has no live updates.`);
      if (names.length === 0) throwInvalidQuery('"collections" must name at least one collection.');

      const quotas = [getUserQuota(id)];
      const closeConnection = services.connections.open({ address: request.ip, quotas });
      const stream = openEventStream(reply, { heartbeatMs });
      stream.write(`event: beat\ndata: {"every":${heartbeatMs}}\n\n`);
      stream.onEnd(closeConnection);
      closeStreamOnExpiry({ services, stream, family, expiresAt });
      const subscriber: Subscriber = {
        session,
        collections: new Set(names),
        send: ({ event, collection, id: item, action }) =>
          stream.write(`id: ${event}\ndata: ${JSON.stringify({ collection, id: item, action })}\n\n`),
        reset: () => stream.write("event: reset\ndata: {}\n\n"),
        end: () => stream.end(),
      };
      stream.onEnd(live.subscribe(subscriber));
      const lastEventId = Number(request.headers["last-event-id"] ?? request.query.after ?? Number.NaN);
      const isCaughtUp = Number.isSafeInteger(lastEventId)
        ? await live.catchUp({ subscriber, last: lastEventId }).catch(() => false)
        : true;
      if (isCaughtUp) stream.write("event: ready\ndata: {}\n\n");
      else subscriber.reset();
    },
  );
}

const maxTimerMs = 2 ** 31 - 1;

/**
 * Ends the stream when the access token that requested its ticket expires or its session ends; the client reconnects
 * with a new ticket.
 */
function closeStreamOnExpiry({
  services,
  stream,
  family,
  expiresAt,
}: {
  services: AppServices;
  stream: EventStream;
  family: string | null;
  expiresAt: number | null;
}): void {
  stream.onEnd(services.sessionWatch.watch({ family, onEnd: () => stream.end() }));
  if (expiresAt === null) return;
  const remainingMs = Math.max(expiresAt - services.clock().getTime(), 0);
  const timer = setTimeout(() => stream.end(), Math.min(remainingMs, maxTimerMs));
  stream.onEnd(() => clearTimeout(timer));
}
