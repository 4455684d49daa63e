// reading.md §7: resolves the session of a request, and converts errors to responses.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/schema/collection.ts";
import { errorCatalogue } from "#domain/errors.ts";
import { isRouteDuringSetUp } from "#domain/access/set-up-writes.ts";
import { isRouteAfterSupport, isRouteOfSupport } from "#domain/access/support-access.ts";
import { isRouteInScope } from "#domain/integrations/token-scope.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { BodyDiscarder } from "#server/http/limits/discard-body.ts";
import { isOwnOrigin } from "#server/http/origins/own-origin.ts";
import { toApiError } from "#server/items/database-error.ts";
import type { Query } from "#server/items/query/query.ts";
import { type ListResult, buildListStatement, readWithFreshSession, readList } from "#server/items/read/read.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { getRowStatement } from "#server/items/read/statement-cache.ts";
import {
  anonymousSession,
  assertSessionValid,
  assertSupportOpen,
  loadSession,
  selectFamily,
  type Session,
} from "#server/items/access/session.ts";
import { isOpaqueToken, isStaticToken } from "#server/auth/static-tokens.ts";

export const refreshCookie = "directus_refresh_token";
export const sessionCookie = "directus_session_token";
/** Token of a shared device, which is not a session: staff need their PIN, too. */
export const deviceCookie = "chaavi_device";
/** Selects the branch of a static token that is valid for several; its first branch by default. */
const branchHeader = "x-branch";

export function getRequestOrigin(request: FastifyRequest): RequestOrigin {
  const { url: route } = request.routeOptions;
  const userAgent = request.headers["user-agent"] ?? null;
  return { ip: request.ip, userAgent, requestId: request.id, ...(route ? { route } : {}) };
}

export function getToken(request: FastifyRequest): { token: string | undefined; isCookie: boolean } {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const queryToken = request.url.includes("access_token=")
    ? (new URLSearchParams(request.url.split("?")[1] ?? "").get("access_token") ?? undefined)
    : undefined;
  if (bearer && queryToken) throwApiError("INVALID_PAYLOAD", { reason: "Use one way to send the token." });
  const token = bearer ?? queryToken;
  return token ? { token, isCookie: false } : { token: request.cookies[sessionCookie], isCookie: true };
}

/**
 * Returns the user id of the request's token without a database query; undefined if the token is missing or invalid.
 */
export async function getUserIdOfToken({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<string | undefined> {
  try {
    const { token } = getToken(request);
    if (!token) return undefined;
    if (isStaticToken(token)) return services.staticTokens.getCachedUser(token);
    return (await services.tokens.authenticate(token)).id;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Rejects cross-origin writes: browsers send the cookie with requests of any page, so a write must come from an own
 * page.
 */
function assertOwnOrigin({ services, request }: { services: AppServices; request: FastifyRequest }): void {
  const { origin } = request.headers;
  if (["GET", "HEAD", "SEARCH"].includes(request.method) || !origin) return;
  if (!isOwnOrigin({ origin, request, publicUrl: services.config.publicUrl })) throwApiError("FORBIDDEN");
}

/**
 * Returns the session of the request; the anonymous session without a token. Throws TOKEN_EXPIRED, INVALID_TOKEN, the
 * access error of the account, SUPPORT_ENDED, or FORBIDDEN for a route outside the scope of the token.
 */
export async function getSession({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<Session> {
  const { token, isCookie } = getToken(request);
  if (!token) return anonymousSession;
  if (isCookie) assertOwnOrigin({ services, request });
  const branch = request.headers[branchHeader];
  const session = await getSessionOfToken({ services, token, branch: typeof branch === "string" ? branch : undefined });
  request.actor = session.actor;
  const { scope, isSettingUp, isSupport } = session.actor;
  const { method, routeOptions } = request;
  const route = routeOptions.url ?? "";
  if (isSettingUp && !isRouteDuringSetUp({ method, route })) throwApiError("FORBIDDEN");
  if (!isRouteAfterSupport(route)) assertSupportOpen({ session, now: services.clock() });
  if (isSupport && !isRouteOfSupport({ method, route })) throwApiError("FORBIDDEN");
  if (scope && !isRouteInScope({ scope, method, route })) throwApiError("FORBIDDEN");
  return session;
}

/** Returns the session of a token, however it was sent; `branch` applies to static tokens only. */
export async function getSessionOfToken({
  services,
  token,
  branch,
}: {
  services: AppServices;
  token: string;
  branch?: string | undefined;
}): Promise<Session> {
  if (isOpaqueToken(token)) {
    if (!isStaticToken(token)) throwApiError("INVALID_CREDENTIALS");
    const userId = await services.staticTokens.getUser({ token, branch, now: services.clock() });
    const session = services.sessions.get(userId);
    const fresh = session && !session.accessError ? session : await loadFreshSession({ services, userId });
    return assertSessionValid({ fresh, authVersion: fresh.authVersion, family: null });
  }
  const { id: userId, version: authVersion, session: family } = await services.tokens.authenticate(token);
  const cached = services.sessions.get(userId);
  // Reloads the session before rejecting: the cached one may be outdated after a re-activation or a new log-in
  // elsewhere, so that only the database decides.
  const isUsable = cached && cached.authVersion === authVersion && !cached.accessError && !cached.ended.has(family);
  // One that reads as support is always loaded, since it is refused by route before anything compares its fingerprint.
  if (isUsable && !cached.supportFamilies.has(family)) return selectFamily({ session: cached, family });
  return assertSessionValid({ fresh: await loadFreshSession({ services, userId }), authVersion, family });
}

/** Reloads the session of a user from the database into the cache; throws as `getSession`. */
export async function loadFreshSession({
  services,
  userId,
}: {
  services: AppServices;
  userId: string;
}): Promise<Session> {
  const session = await loadSession({ sql: services.sql, userId });
  if (!session) {
    services.sessions.delete(userId);
    throwApiError("INVALID_CREDENTIALS");
  }
  return services.sessions.set(userId, session);
}

/** Reloads a session with the user's current rights; the token must still be valid for them. */
export async function reloadSession({
  services,
  session,
}: {
  services: AppServices;
  session: Session;
}): Promise<Session> {
  const fresh = await loadFreshSession({ services, userId: session.actor.id! });
  const valid = assertSessionValid({ fresh, authVersion: session.authVersion, family: session.family });
  assertSupportOpen({ session: valid, now: services.clock() });
  return valid;
}

/**
 * Returns the session of the request if `isAllowed` accepts its actor; reloads the session before it throws FORBIDDEN.
 */
export async function requireSession({
  services,
  request,
  isAllowed,
}: {
  services: AppServices;
  request: FastifyRequest;
  isAllowed: (actor: Actor) => boolean;
}): Promise<Session> {
  const session = await getSession({ services, request });
  if (isAllowed(session.actor)) return session;
  if (session.actor.id === null) throwApiError("FORBIDDEN");
  const fresh = await reloadSession({ services, session });
  return isAllowed(fresh.actor) ? fresh : throwApiError("FORBIDDEN");
}

/** As `requireSession`, always with the current rights: for routes whose own queries do not verify the session. */
export async function requireFreshSession({
  services,
  request,
  isAllowed,
}: Parameters<typeof requireSession>[0]): Promise<Session> {
  const session = await getSession({ services, request });
  if (session.actor.id === null) throwApiError("FORBIDDEN");
  const fresh = await reloadSession({ services, session });
  return isAllowed(fresh.actor) ? fresh : throwApiError("FORBIDDEN");
}

/** Reads a list with the actor's current rights: the session is reloaded if it is outdated. */
export function readListAs({
  services,
  session,
  collection,
  query,
}: {
  services: AppServices;
  session: Session;
  collection: Collection;
  query: Query;
}): Promise<ListResult> {
  return readWithFreshSession({
    session,
    statement: ({ actor }) => buildListStatement({ collection, actor, query, now: services.clock() }),
    read: (statement) => readList({ sql: services.sql, statement }),
    reloadSession: (staleSession) => reloadSession({ services, session: staleSession }),
  });
}

export const toFieldsQuery = (fields: readonly string[]): string => `fields=${fields.join(",")}`;

/** Reads one row with the actor's current rights; returns a list of one or none. */
export function readRowAs({
  services,
  session,
  collection,
  id,
  fields,
}: {
  services: AppServices;
  session: Session;
  collection: Collection;
  id: number | string;
  fields: readonly string[];
}): Promise<ListResult> {
  const queryText = toFieldsQuery(fields);
  return readWithFreshSession({
    session,
    statement: ({ actor }) => getRowStatement({ collection, actor, queryText, id: String(id), now: services.clock() }),
    read: (statement) => readList({ sql: services.sql, statement }),
    reloadSession: (staleSession) => reloadSession({ services, session: staleSession }),
  });
}

export type RequestError = Error & { statusCode?: number; code?: string };

/** Sends every error as `{ errors: [...] }` with a code of the catalogue. */
export function sendError({
  error,
  request,
  reply,
}: {
  error: RequestError;
  request: FastifyRequest;
  reply: FastifyReply;
}): FastifyReply {
  const apiError = toApiErrorResponse({ error, request });
  request.errorCodes = apiError.entries.map(({ code }) => code);
  if (error.statusCode === 413) drainBody({ request, reply });
  const retryAfter = apiError.entries[0]?.details["retry_after"] ?? retryAfterSeconds[apiError.code];
  if (typeof retryAfter === "number") reply.header("retry-after", retryAfter);
  return reply.code(apiError.status).type("application/json; charset=utf-8").send(toErrorBody(apiError));
}

/** Seconds after which a request may be retried if it failed only temporarily. */
const retryAfterSeconds: { [code: string]: number } = {
  REQUEST_IN_PROGRESS: 2,
  SERVER_BUSY: 2,
  TOO_MANY_REQUESTS: 2,
  SERVICE_UNAVAILABLE: 5,
};

/** Converts an error to its API response. Unexpected errors are logged in full and answered with a reference only. */
export function toApiErrorResponse({ error, request }: { error: unknown; request: FastifyRequest }): ApiError {
  return addReference({ error: toKnownOrUnexpected({ error, log: request.log }), request });
}

function toKnownOrUnexpected({ error, log }: { error: unknown; log: FastifyBaseLogger }): ApiError {
  const knownError = toApiError(error);
  if (knownError instanceof ApiError) {
    // Database outages and full disks are logged by message only: a stack for each request would hide them. SERVER_BUSY
    // is not logged, since any client could fill the log with it.
    if (knownError !== error && knownError.status >= 500 && knownError.code !== "SERVER_BUSY")
      log.error(error instanceof Error ? error.message : String(error));
    return knownError;
  }
  const statusCode =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (statusCode === 413) return toApiErrorOf("CONTENT_TOO_LARGE");
  if (statusCode >= 400 && statusCode < 500) return toApiErrorOf("INVALID_PAYLOAD");
  log.error(error);
  return toApiErrorOf("INTERNAL_SERVER_ERROR");
}

/** Largest body that is discarded unread: cheaper for both sides than a new connection. */
const maxDrainBytes = 32 * 1024 * 1024;
const bodyDiscarder = new BodyDiscarder();

/**
 * Keeps the connection open while the rest of a body of bounded length is discarded: a client that is still sending
 * would otherwise get a connection reset instead of the error.
 */
function drainBody({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  if (Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) > maxDrainBytes) return;
  reply.removeHeader("connection");
  // Rejected for its announced length; otherwise the parser of the body reads on.
  if (request.raw.readableFlowing === null) bodyDiscarder.discard(request.raw);
}

function toApiErrorOf(code: keyof typeof errorCatalogue): ApiError {
  return new ApiError([{ code, message: errorCatalogue[code].text, details: {} }]);
}

/** Adds the request id to server errors, by which they are found in the log. */
function addReference({ error, request }: { error: ApiError; request: FastifyRequest }): ApiError {
  if (error.status < 500) return error;
  const details = { request_id: request.id };
  return new ApiError(error.entries.map((entry) => ({ ...entry, details: { ...entry.details, ...details } })));
}

export function toErrorBody({ entries }: ApiError): {
  errors: { message: string; extensions: { [key: string]: unknown } }[];
} {
  return { errors: entries.map(({ code, message, details }) => ({ message, extensions: { ...details, code } })) };
}
