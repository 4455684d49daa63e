// §7 Auth: the three modes of token transport: both tokens in the body, the refresh token in a cookie, or one session
// token in a cookie.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { authMode } from "#domain/accounts/session-tokens.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { isServedOverHttps } from "#server/http/security-headers.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { getAccessError, type Session } from "#server/items/access/session.ts";
import { deviceCookie, getRequestOrigin, refreshCookie, loadFreshSession, sessionCookie } from "#server/request.ts";
import { getSecretKeys, hashCodeWithAll } from "#server/auth/secrets.ts";
import { createSession, refreshTokenTtlMs, type RefreshToken } from "#server/auth/sessions.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

export type AuthMode = NonNullable<z.output<typeof authMode>>;

/** Parses the mode; throws INVALID_PAYLOAD if it is unknown. */
export function parseAuthMode(value: unknown, fallback: AuthMode = "json"): AuthMode {
  const { data, error } = authMode.safeParse(value);
  return error ? throwInvalidPayload(error.issues[0]!.message) : (data ?? fallback);
}

export function getRefreshTtlMs(mode: AuthMode): number {
  return mode === "session" ? tokenKinds.session.lifetimeMs : refreshTokenTtlMs;
}

/**
 * Returns the refresh token from the body or from the cookie of the mode. A cookie's token is never returned in a body,
 * where scripts could read it.
 */
export async function getRefreshToken({
  services,
  request,
  mode,
}: {
  services: AppServices;
  request: FastifyRequest;
  mode: AuthMode;
}): Promise<string> {
  const { refresh_token: bodyToken } = parseRow(request.body);
  if (typeof bodyToken === "string" && bodyToken) return bodyToken;
  const cookieToken = mode === "json" ? undefined : request.cookies[mode === "cookie" ? refreshCookie : sessionCookie];
  if (!cookieToken) return throwInvalidPayload("The refresh token is missing.");
  if (mode === "cookie") return cookieToken;
  const { refresh } = await services.tokens.authenticate(cookieToken);
  return refresh ?? throwApiError("INVALID_CREDENTIALS");
}

/** Possible hashes of the token of a shared device; none without a token. */
export function hashDeviceToken({
  services: { config },
  token,
}: {
  services: Pick<AppServices, "config">;
  token: string | undefined;
}): string[] {
  return token ? hashCodeWithAll({ code: token, keys: getSecretKeys(config) }) : [];
}

/** Longest life that browsers give a cookie. */
const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** Stores the token of a shared device, which outlives sessions. */
export function setDeviceCookie({ services, reply, token }: Omit<TokenReplyOptions, "mode"> & { token: string }): void {
  reply.setCookie(deviceCookie, token, { ...getCookieOptions(services), maxAge: deviceCookieSeconds });
}

/** Derives `secure` from the public URL, since requests behind a proxy arrive over plain HTTP. */
const getCookieOptions = ({ config }: AppServices) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isServedOverHttps(config) }) as const;

export function clearCookies({
  services,
  request,
  reply,
}: {
  services: AppServices;
  request: FastifyRequest;
  reply: FastifyReply;
}): void {
  reply.clearCookie(refreshCookie, getCookieOptions(services));
  if (request.cookies[sessionCookie]) reply.clearCookie(sessionCookie, getCookieOptions(services));
}

interface TokenReplyOptions {
  services: AppServices;
  reply: FastifyReply;
  mode: AuthMode;
}

/** Sends the tokens of a new or renewed session; `extra` is added to the body. */
export async function sendTokens({
  services,
  reply,
  mode,
  refresh,
  extra = {},
}: TokenReplyOptions & { refresh: RefreshToken; extra?: object }): Promise<FastifyReply> {
  const session = await loadFreshSession({ services, userId: refresh.userId });
  const accessError = getAccessError({ session, family: refresh.family });
  if (accessError) throwApiError(accessError);
  const payload = { id: refresh.userId, version: session.authVersion, session: refresh.family };
  const remainingMs = refresh.endsAt.getTime() - services.clock().getTime();
  const maxAge = (lifeMs: number): number => Math.floor(Math.min(lifeMs, remainingMs) / 1000);
  if (mode === "session") {
    const kind = tokenKinds.session;
    const token = await services.tokens.issue({
      kind,
      payload: { ...payload, refresh: refresh.token },
      expiresAt: refresh.endsAt,
    });
    reply.setCookie(sessionCookie, token, { ...getCookieOptions(services), maxAge: maxAge(kind.lifetimeMs) });
    return reply.send({ data: { expires: Math.min(kind.lifetimeMs, remainingMs), ...extra } });
  }
  const kind = tokenKinds.access;
  const access_token = await services.tokens.issue({ kind, payload, expiresAt: refresh.endsAt });
  const data = { expires: Math.min(kind.lifetimeMs, remainingMs), access_token, ...extra };
  if (mode === "json") return reply.send({ data: { ...data, refresh_token: refresh.token } });
  reply.setCookie(refreshCookie, refresh.token, { ...getCookieOptions(services), maxAge: maxAge(refreshTokenTtlMs) });
  return reply.send({ data });
}

/** Creates a log-in for a user who has just authenticated, records it in the activity log and sends the tokens. */
export async function startSession({
  services,
  request,
  reply,
  mode,
  session,
  device = null,
  withPin = false,
  isSetUp = false,
}: TokenReplyOptions & {
  request: FastifyRequest;
  session: Session;
  /** Shared device to which the session is bound. */
  device?: number | null;
  /** Ends as early as a session on a shared device. */
  withPin?: boolean;
  /** Opened while the registration is under review (domain/access/set-up-access.ts). */
  isSetUp?: boolean;
}): Promise<FastifyReply> {
  const origin = getRequestOrigin(request);
  const refresh = await createTokenSession({ services, session, mode, device, withPin, isSetUp, origin });
  return sendTokens({ services, reply, mode, refresh });
}

async function createTokenSession({
  services,
  session: { actor, authVersion },
  mode,
  device,
  withPin,
  isSetUp,
  origin,
}: {
  services: AppServices;
  session: Session;
  mode: AuthMode;
  device: number | null;
  withPin: boolean;
  isSetUp: boolean;
  origin: RequestOrigin;
}): Promise<RefreshToken> {
  const now = services.clock();
  const userId = actor.id!;
  await services.sql`with seen as (update users set last_access = ${now} where id = ${userId})
    insert into activity (action, "user", timestamp, ip, user_agent, collection, item, company, branch)
    values ('login', ${userId}, ${now}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, 'users', ${userId}, ${actor.company}, ${actor.branch})`;
  const lifeMs = getRefreshTtlMs(mode);
  return createSession({ sql: services.sql, userId, authVersion, origin, lifeMs, device, withPin, isSetUp, now });
}
