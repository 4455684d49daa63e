// §7: the live stream (server-sent events) with the permissions of its reader; it catches up what was missed.
import type { FastifyInstance } from "fastify";
import { collectionNamed } from "#domain/collections/all.ts";
import type { House } from "#server/context.ts";
import { refuse, refuseQuery } from "#server/items/refused.ts";
import { stillGood } from "#server/items/who.ts";
import { refreshedSession, sessionOf } from "#server/request.ts";
import { openEventStream } from "#server/services/event-stream.ts";
import type { Live, Subscriber } from "#server/services/live.ts";

const ticketMs = 30_000;

export function liveRoutes(app: FastifyInstance, { house, live }: { house: House; live: Live }): void {
  /** EventSource sends no headers: a ticket for the address, good for half a minute and for nothing else. */
  app.post("/live/ticket", async (request, reply) => {
    const session = await sessionOf({ house, request });
    if (session.who.id === null) refuse("INVALID_CREDENTIALS");
    const ticket = await house.tokens.signTicket({
      id: session.who.id,
      version: session.authVersion,
      session: session.family,
      now: house.clock(),
      lifeMs: ticketMs,
    });
    return reply.header("cache-control", "no-store").send({ data: { ticket } });
  });

  app.get<{ Querystring: { ticket?: string; collections?: string | string[]; after?: string } }>(
    "/live",
    async (request, reply) => {
      const {
        id,
        version,
        session: family,
      } = await house.tokens.verifyTicket({
        token: request.query.ticket ?? "",
        now: house.clock(),
      });
      const fresh = await refreshedSession({ house, userId: id });
      const session = stillGood({ fresh, authVersion: version, family });
      const names = String(request.query.collections ?? "")
        .split(",")
        .filter(Boolean);
      for (const name of names) if (!collectionNamed(name)?.live) refuseQuery(`"${name}" is not told live.`);
      if (names.length === 0) refuseQuery('"collections" must name at least one collection.');

      const stream = openEventStream(reply);
      const subscriber: Subscriber = {
        session,
        collections: new Set(names),
        send: ({ event, collection, id: item, action }) =>
          stream.write(`id: ${event}\ndata: ${JSON.stringify({ collection, id: item, action })}\n\n`),
        reset: () => stream.write("event: reset\ndata: {}\n\n"),
        end: () => stream.end(),
      };
      stream.whenOver(live.subscribe(subscriber));
      const last = Number(request.headers["last-event-id"] ?? request.query.after ?? Number.NaN);
      const isWhole = Number.isSafeInteger(last) ? await live.catchUp({ subscriber, last }).catch(() => false) : true;
      if (isWhole) stream.write("event: ready\ndata: {}\n\n");
      else subscriber.reset();
    },
  );
}
