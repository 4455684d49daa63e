// §7 Auth, §4 Login gating, reading.md §7: log in, refresh, log out, and who one is.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { House } from "#server/context.ts";
import { logIn } from "#server/features/session/log-in.ts";
import { readMe } from "#server/features/session/me.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { originOf, refreshCookie, refreshedSession, sessionOf } from "#server/request.ts";
import { closeSession, refreshTokenMs, rotateSession, type RefreshToken } from "#server/services/sessions.ts";
import { accessTokenMs } from "#server/services/tokens.ts";

type Mode = "json" | "cookie";

function modeOf(value: unknown): Mode {
  if (value === undefined || value === "json") return "json";
  if (value === "cookie") return "cookie";
  return refusePayload('"mode" must be json or cookie.');
}

/** What the cookie holds never comes out in a body, where scripts could read it: it is only good in cookie mode. */
function refreshTokenOf({ request, mode }: { request: FastifyRequest; mode: Mode }): string {
  const { refresh_token: sent } = rowOf(request.body);
  const token = typeof sent === "string" ? sent : mode === "cookie" ? request.cookies[refreshCookie] : undefined;
  return token || refusePayload("The refresh token is missing.");
}

const cookieOptions = (request: FastifyRequest) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: request.protocol === "https" }) as const;

/** Both tokens in the body, or the refresh token in a cookie that scripts cannot read. */
async function sendTokens({
  house,
  request,
  reply,
  mode,
  refresh,
}: {
  house: House;
  request: FastifyRequest;
  reply: FastifyReply;
  mode: Mode;
  refresh: RefreshToken;
}): Promise<FastifyReply> {
  const session = await refreshedSession({ house, userId: refresh.userId });
  if (session.gate) refuse(session.gate);
  const access_token = await house.tokens.sign({
    id: refresh.userId,
    version: session.authVersion,
    session: refresh.family,
    now: house.clock(),
  });
  const data = { expires: accessTokenMs, access_token };
  reply.header("cache-control", "no-store");
  if (mode === "json") return reply.send({ data: { ...data, refresh_token: refresh.token } });
  reply.setCookie(refreshCookie, refresh.token, { ...cookieOptions(request), maxAge: refreshTokenMs / 1000 });
  return reply.send({ data });
}

export function sessionRoutes(app: FastifyInstance, house: House): void {
  app.post("/auth/login", async (request, reply) => {
    const { email, password, mode } = rowOf(request.body);
    const chosen = modeOf(mode);
    if (typeof email !== "string" || typeof password !== "string") refusePayload("Send email and password.");
    const refresh = await logIn({ house, email, password, origin: originOf(request) });
    return sendTokens({ house, request, reply, mode: chosen, refresh });
  });

  app.post("/auth/refresh", async (request, reply) => {
    const chosen = modeOf(rowOf(request.body)["mode"]);
    const token = refreshTokenOf({ request, mode: chosen });
    const refresh = await rotateSession({ sql: house.sql, token, origin: originOf(request), now: house.clock() });
    return sendTokens({ house, request, reply, mode: chosen, refresh });
  });

  app.post("/auth/logout", async (request, reply) => {
    const token = refreshTokenOf({ request, mode: modeOf(rowOf(request.body)["mode"] ?? "cookie") });
    await closeSession({ sql: house.sql, token, now: house.clock() });
    reply.clearCookie(refreshCookie, cookieOptions(request));
    return reply.code(204).send();
  });

  app.get("/users/me", async (request, reply) => {
    const session = await sessionOf({ house, request });
    if (session.who.id === null) refuse("INVALID_CREDENTIALS");
    const text = await readMe({ house, session, queryText: request.url.split("?")[1] ?? "" });
    return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(`{"data":${text}}`);
  });
}
