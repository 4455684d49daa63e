// reading.md §7: from a request to the person behind it, and from an error to its answer.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { errors } from "#domain/errors.ts";
import type { Who } from "#domain/roles.ts";
import type { House, Origin } from "#server/context.ts";
import { asRefused } from "#server/items/database-error.ts";
import type { Query } from "#server/items/query.ts";
import { type ListAnswer, listStatement, readAsNow, readList } from "#server/items/read.ts";
import { Refused, refuse } from "#server/items/refused.ts";
import { statementById } from "#server/items/remembered.ts";
import { loadSession, noSession, type Session, stillGood } from "#server/items/who.ts";
import { isStaticToken } from "#server/services/static-tokens.ts";

export const refreshCookie = "directus_refresh_token";
export const sessionCookie = "directus_session_token";
/** Which branch a static token for several is used for; without it, its first. */
const branchHeader = "x-branch";

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers["user-agent"] ?? null };
}

export function tokenOf(request: FastifyRequest): { token: string | undefined; isCookie: boolean } {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const inAddress = request.url.includes("access_token=")
    ? (new URLSearchParams(request.url.split("?")[1] ?? "").get("access_token") ?? undefined)
    : undefined;
  if (bearer && inAddress) refuse("INVALID_PAYLOAD", { reason: "Use one way to send the token." });
  const token = bearer ?? inAddress;
  return token ? { token, isCookie: false } : { token: request.cookies[sessionCookie], isCookie: true };
}

/** A cookie goes along with whatever page asks: what changes something must come from a page of ours. */
function refuseForeignPage(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (["GET", "HEAD", "SEARCH"].includes(request.method) || !origin) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) refuse("FORBIDDEN");
}

/** Who sent this request; nobody without a token. Throws TOKEN_EXPIRED, INVALID_TOKEN, or the gate's code. */
export async function sessionOf({ house, request }: { house: House; request: FastifyRequest }): Promise<Session> {
  const { token, isCookie } = tokenOf(request);
  if (!token) return noSession;
  if (isCookie) refuseForeignPage(request);
  const branch = request.headers[branchHeader];
  return sessionOfToken({ house, token, branch: typeof branch === "string" ? branch : undefined });
}

/** Who sent this token, however it came; `branch` is for static tokens alone. */
export async function sessionOfToken({
  house,
  token,
  branch,
}: {
  house: House;
  token: string;
  branch?: string | undefined;
}): Promise<Session> {
  if (isStaticToken(token)) {
    const userId = await house.staticTokens.userOf({ token, branch, now: house.clock() });
    const session = house.sessions.get(userId);
    const known = session && !session.gate ? session : await refreshedSession({ house, userId });
    return stillGood({ fresh: known, authVersion: known.authVersion, family: null });
  }
  const claims = await house.tokens.verify({ token, now: house.clock() });
  const known = house.sessions.get(claims.id);
  // What this process knows may be old, and the person let in again or logged in anew elsewhere: only the database refuses.
  const { version: authVersion, session: family } = claims;
  if (known && known.authVersion === authVersion && !known.gate && !known.ended.has(family))
    return { ...known, family };
  return stillGood({ fresh: await refreshedSession({ house, userId: claims.id }), authVersion, family });
}

/** Reads the person anew, after their stamp was found to be old; throws as `sessionOf`. */
export async function refreshedSession({ house, userId }: { house: House; userId: string }): Promise<Session> {
  const session = await loadSession({ sql: house.sql, userId });
  if (!session) {
    house.sessions.forget(userId);
    refuse("INVALID_CREDENTIALS");
  }
  return house.sessions.keep(userId, session);
}

/** The same person with what changed since; the token must still be good for them. */
export async function againSession({ house, session }: { house: House; session: Session }): Promise<Session> {
  const fresh = await refreshedSession({ house, userId: session.who.id! });
  return stillGood({ fresh, authVersion: session.authVersion, family: session.family });
}

/** Who sent this request, where `may` holds for them as they stand at this moment; FORBIDDEN where it does not. */
export async function sessionWhere({
  house,
  request,
  may,
}: {
  house: House;
  request: FastifyRequest;
  may: (who: Who) => boolean;
}): Promise<Session> {
  const session = await sessionOf({ house, request });
  if (may(session.who)) return session;
  if (session.who.id === null) refuse("FORBIDDEN");
  const fresh = await againSession({ house, session });
  return may(fresh.who) ? fresh : refuse("FORBIDDEN");
}

/** A list as this person may see it now: what changed for them a moment ago counts. */
export function readAs({
  house,
  session,
  collection,
  query,
}: {
  house: House;
  session: Session;
  collection: Collection;
  query: Query;
}): Promise<ListAnswer> {
  return readAsNow({
    session,
    statement: ({ who }) => listStatement({ collection, who, query, now: house.clock() }),
    read: (statement) => readList({ sql: house.sql, statement }),
    again: (old) => againSession({ house, session: old }),
  });
}

/** One row as this person may see it now, in a list of one or none. */
export function readRowAs({
  house,
  session,
  collection,
  id,
  fields,
}: {
  house: House;
  session: Session;
  collection: Collection;
  id: number | string;
  fields: readonly string[];
}): Promise<ListAnswer> {
  const queryText = `fields=${fields.join(",")}`;
  return readAsNow({
    session,
    statement: ({ who }) => statementById({ collection, who, queryText, id: String(id), now: house.clock() }),
    read: (statement) => readList({ sql: house.sql, statement }),
    again: (old) => againSession({ house, session: old }),
  });
}

export type Failure = Error & { statusCode?: number; code?: string };

/** Every error leaves as `{ errors: [...] }` with a code of the catalogue. */
export function answerError({
  error,
  request,
  reply,
}: {
  error: Failure;
  request: FastifyRequest;
  reply: FastifyReply;
}): FastifyReply {
  const refused = refusedOf({ error, log: request.log });
  if (error.statusCode === 413) hearOut({ request, reply });
  return reply.code(refused.status).type("application/json; charset=utf-8").send(errorBody(refused));
}

/** What is told of an error; the unexpected one is logged whole and told as nothing. */
export function refusedOf({ error, log }: { error: unknown; log: FastifyBaseLogger }): Refused {
  const known = asRefused(error);
  if (known instanceof Refused) return known;
  const { statusCode = 500 } = error as Failure;
  if (statusCode === 413) return refusal("CONTENT_TOO_LARGE");
  if (statusCode >= 400 && statusCode < 500) return refusal("INVALID_PAYLOAD");
  log.error(error);
  return refusal("INTERNAL_SERVER_ERROR");
}

/** So many bytes are let pass unread: less than what closing the connection would cost both sides. */
const mostHeardOut = 32 * 1024 * 1024;

/** Who is still sending when the connection closes may never read why: it is kept, and what still comes is thrown away. */
function hearOut({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  if (Number(request.headers["content-length"] ?? Number.NaN) <= mostHeardOut) reply.removeHeader("connection");
}

function refusal(code: keyof typeof errors): Refused {
  return new Refused([{ code, message: errors[code].text, details: {} }]);
}

export function errorBody({ entries }: Refused): {
  errors: { message: string; extensions: { [key: string]: unknown } }[];
} {
  return { errors: entries.map(({ code, message, details }) => ({ message, extensions: { ...details, code } })) };
}
