// §7: `/websocket` with the events of the stream and the item calls of HTTP on one connection.
import websocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import { LiveConnection, type SocketMode } from "#server/features/live/connection.ts";
import type { RequestDrain } from "#server/http/drain.ts";
import { isOwnOrigin } from "#server/http/origins/own-origin.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { getRequestOrigin, getSession, getToken } from "#server/request.ts";
import type { LiveUpdates } from "#server/live/live.ts";

export async function socketRoutes(
  app: FastifyInstance,
  { services, live, drain }: { services: AppServices; live: LiveUpdates; drain: RequestDrain },
): Promise<void> {
  const mode: SocketMode = services.config.websocketAuth ?? "handshake";
  await app.register(websocket, { options: { maxPayload: limits.socketMessageBytes } });
  const connections = new Set<LiveConnection>();
  drain.onFinish(() => Promise.all([...connections].map((connection) => connection.finish())));
  const authenticatedRequests = new WeakMap<FastifyRequest, { session: Session; token: string | null }>();

  app.get(
    "/websocket",
    {
      websocket: true,
      // An error here prevents the upgrade.
      preValidation: async (request) => {
        if (request.ws) limitSockets({ services, request });
        assertOwnOrigin({ services, request });
        const session = await getSession({ services, request });
        if (session.actor.id !== null)
          authenticatedRequests.set(request, { session, token: getToken(request).token ?? null });
        else if (mode === "strict") throwApiError("INVALID_CREDENTIALS");
      },
    },
    (socket, request) => {
      const authenticated = authenticatedRequests.get(request) ?? null;
      const connection = new LiveConnection({
        app,
        services,
        live,
        mode,
        origin: getRequestOrigin(request),
        socket,
        authenticated,
      });
      connections.add(connection);
      socket.once("close", () => connections.delete(connection));
    },
  );
}

/** Counts the connection from the request to its end, since a socket may close before it is open. */
function limitSockets({ services, request }: { services: AppServices; request: FastifyRequest }): void {
  const { socket } = request.raw;
  const closeConnection = services.connections.open({ address: request.ip });
  if (socket.destroyed) closeConnection();
  else socket.once("close", closeConnection);
}

/** Prevents cross-site pages from opening a socket with the user's cookie. */
function assertOwnOrigin({ services, request }: { services: AppServices; request: FastifyRequest }): void {
  const { origin, cookie } = request.headers;
  if (origin === undefined || cookie === undefined) return;
  if (!isOwnOrigin({ origin, request, publicUrl: services.config.publicUrl })) throwApiError("FORBIDDEN");
}
