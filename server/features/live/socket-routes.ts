// §7: `/websocket`, the same events as the stream and the same calls as over HTTP, on one connection.
import websocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import { Connection, type SocketMode } from "#server/features/live/connection.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { originOf, sessionOf, tokenOf } from "#server/request.ts";
import type { Live } from "#server/services/live.ts";

export async function socketRoutes(app: FastifyInstance, { house, live }: { house: House; live: Live }): Promise<void> {
  const mode: SocketMode = house.config.websocketAuth ?? "handshake";
  let open = 0;
  await app.register(websocket, { options: { maxPayload: limits.socketMessageBytes } });
  const known = new WeakMap<FastifyRequest, { session: Session; token: string | null }>();

  app.get(
    "/websocket",
    {
      websocket: true,
      // Refused here, the connection never opens.
      preValidation: async (request) => {
        if (open >= limits.sockets) refuse("SERVICE_UNAVAILABLE");
        refuseStranger(request);
        const session = await sessionOf({ house, request });
        if (session.who.id !== null) known.set(request, { session, token: tokenOf(request).token ?? null });
        else if (mode === "strict") refuse("INVALID_CREDENTIALS");
      },
    },
    (socket, request) => {
      open += 1;
      socket.on("close", () => (open -= 1));
      const who = known.get(request) ?? null;
      void new Connection({ app, house, live, mode, origin: originOf(request), socket, known: who });
    },
  );
}

/** A page of somebody else's must not open a socket with the cookie of whoever looks at it. */
function refuseStranger(request: FastifyRequest): void {
  const { origin, cookie, host } = request.headers;
  if (origin === undefined || cookie === undefined || !URL.canParse(origin)) return;
  if (new URL(origin).host !== host) refuse("FORBIDDEN");
}
