// §7 Auth: the three ways tokens travel: both in the body, the refreshing one in a cookie, or one alone in a cookie.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { House, Origin } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { originOf, refreshCookie, refreshedSession, sessionCookie } from "#server/request.ts";
import { openSession, refreshTokenMs, type RefreshToken } from "#server/services/sessions.ts";
import { accessTokenMs, sessionTokenMs } from "#server/services/tokens.ts";

export type Mode = "json" | "cookie" | "session";

/** Throws INVALID_PAYLOAD for a mode there is not. */
export function modeOf(value: unknown, otherwise: Mode = "json"): Mode {
  if (value === undefined || value === null) return otherwise;
  if (value === "json" || value === "cookie" || value === "session") return value;
  return refusePayload('"mode" must be json, cookie or session.');
}

export function lifeOf(mode: Mode): number {
  return mode === "session" ? sessionTokenMs : refreshTokenMs;
}

/** What renews a session: from the body, or from the cookie of its mode. A cookie's never comes out in a body, where scripts could read it. */
export async function refreshTokenOf({
  house,
  request,
  mode,
}: {
  house: House;
  request: FastifyRequest;
  mode: Mode;
}): Promise<string> {
  const { refresh_token: sent } = rowOf(request.body);
  if (typeof sent === "string" && sent) return sent;
  const inCookie = mode === "json" ? undefined : request.cookies[mode === "cookie" ? refreshCookie : sessionCookie];
  if (!inCookie) return refusePayload("The refresh token is missing.");
  if (mode === "cookie") return inCookie;
  const { refresh } = await house.tokens.verify({ token: inCookie, now: house.clock() });
  return refresh ?? refuse("INVALID_CREDENTIALS");
}

const cookieOptions = (request: FastifyRequest) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: request.protocol === "https" }) as const;

export function clearCookies({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  reply.clearCookie(refreshCookie, cookieOptions(request));
  if (request.cookies[sessionCookie]) reply.clearCookie(sessionCookie, cookieOptions(request));
}

interface Answering {
  house: House;
  request: FastifyRequest;
  reply: FastifyReply;
  mode: Mode;
}

/** The tokens of a log-in that was opened or renewed; `more` is told beside them. */
export async function sendTokens({
  house,
  request,
  reply,
  mode,
  refresh,
  more = {},
}: Answering & { refresh: RefreshToken; more?: object }): Promise<FastifyReply> {
  const session = await refreshedSession({ house, userId: refresh.userId });
  if (session.gate) refuse(session.gate);
  const access_token = await house.tokens.sign({
    id: refresh.userId,
    version: session.authVersion,
    session: refresh.family,
    ...(mode === "session" ? { refresh: refresh.token } : {}),
    now: house.clock(),
  });
  reply.header("cache-control", "no-store");
  if (mode === "session") {
    reply.setCookie(sessionCookie, access_token, { ...cookieOptions(request), maxAge: sessionTokenMs / 1000 });
    return reply.send({ data: { expires: sessionTokenMs, ...more } });
  }
  const data = { expires: accessTokenMs, access_token, ...more };
  if (mode === "json") return reply.send({ data: { ...data, refresh_token: refresh.token } });
  reply.setCookie(refreshCookie, refresh.token, { ...cookieOptions(request), maxAge: refreshTokenMs / 1000 });
  return reply.send({ data });
}

/** Opens a log-in for somebody who has just proved who they are, tells the activity log, and sends the tokens. */
export async function startSession({
  house,
  request,
  reply,
  mode,
  session,
}: Answering & { session: Session }): Promise<FastifyReply> {
  const refresh = await openLogIn({ house, session, mode, origin: originOf(request) });
  return sendTokens({ house, request, reply, mode, refresh });
}

async function openLogIn({
  house,
  session: { who, authVersion },
  mode,
  origin,
}: {
  house: House;
  session: Session;
  mode: Mode;
  origin: Origin;
}): Promise<RefreshToken> {
  const now = house.clock();
  const userId = who.id!;
  await house.sql`with seen as (update users set last_access = ${now} where id = ${userId})
    insert into activity (action, "user", timestamp, ip, user_agent, collection, item, company, branch)
    values ('login', ${userId}, ${now}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, 'users', ${userId}, ${who.company}, ${who.branch})`;
  return openSession({ sql: house.sql, userId, authVersion, origin, lifeMs: lifeOf(mode), now });
}
