// reading.md §7: from a request to the person behind it, and from an error to its answer.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { errors } from "#domain/errors.ts";
import type { Who } from "#domain/roles.ts";
import type { House, Origin } from "#server/context.ts";
import { asRefused } from "#server/items/database-error.ts";
import type { Query } from "#server/items/query.ts";
import { type ListAnswer, listStatement, readAsNow, readList } from "#server/items/read.ts";
import { Refused, refuse } from "#server/items/refused.ts";
import { loadSession, noSession, type Session } from "#server/items/who.ts";

export const refreshCookie = "directus_refresh_token";

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers["user-agent"] ?? null };
}

/** The token a request carries in its header or address. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const inAddress = request.url.includes("access_token=")
    ? (new URLSearchParams(request.url.split("?")[1] ?? "").get("access_token") ?? undefined)
    : undefined;
  if (bearer && inAddress) refuse("INVALID_PAYLOAD", { reason: "Use one way to send the token." });
  return bearer ?? inAddress;
}

/** Who sent this request; nobody without a token. Throws TOKEN_EXPIRED, INVALID_TOKEN, or the gate's code. */
export async function sessionOf({ house, request }: { house: House; request: FastifyRequest }): Promise<Session> {
  const token = tokenOf(request);
  return token ? sessionOfToken({ house, token }) : noSession;
}

/** The same for a token that came by another way. */
export async function sessionOfToken({ house, token }: { house: House; token: string }): Promise<Session> {
  const claims = await house.tokens.verify({ token, now: house.clock() });
  const known = house.sessions.get(claims.id);
  // What this process knows may be old, and the person let in again or logged in anew elsewhere: only the database refuses.
  if (known && known.authVersion === claims.version && !known.gate) return known;
  return checked({ session: await refreshedSession({ house, userId: claims.id }), version: claims.version });
}

function checked({ session, version }: { session: Session; version: number }): Session {
  if (session.authVersion !== version) refuse("TOKEN_EXPIRED");
  if (session.gate) refuse(session.gate);
  return session;
}

/** Reads the person anew, after their stamp was found to be old; throws as `sessionOf`. */
export async function refreshedSession({ house, userId }: { house: House; userId: string }): Promise<Session> {
  const session = await loadSession({ sql: house.sql, userId });
  if (!session) {
    house.sessions.forget(userId);
    refuse("INVALID_CREDENTIALS");
  }
  house.sessions.keep(userId, session);
  return session;
}

/** The same person with what changed since; the token must still be good for them. */
export async function againSession({ house, session }: { house: House; session: Session }): Promise<Session> {
  const fresh = await refreshedSession({ house, userId: session.who.id! });
  return checked({ session: fresh, version: session.authVersion });
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

export type Failure = Error & { statusCode?: number; code?: string };

/** Every error leaves as `{ errors: [...] }` with a code of the catalogue; the unexpected one is logged whole and told as nothing. */
export function answerError({
  error,
  request,
  reply,
}: {
  error: Failure;
  request: FastifyRequest;
  reply: FastifyReply;
}): FastifyReply {
  const known = asRefused(error);
  if (known instanceof Refused) return sendRefused({ reply, refused: known });
  if (error.statusCode === 413) return sendRefused({ reply, refused: refusal("CONTENT_TOO_LARGE") });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return sendRefused({ reply, refused: refusal("INVALID_PAYLOAD") });
  request.log.error(error);
  return sendRefused({ reply, refused: refusal("INTERNAL_SERVER_ERROR") });
}

function refusal(code: keyof typeof errors): Refused {
  return new Refused([{ code, message: errors[code].text, details: {} }]);
}

function sendRefused({ reply, refused }: { reply: FastifyReply; refused: Refused }): FastifyReply {
  const body = {
    errors: refused.entries.map(({ code, message, details }) => ({ message, extensions: { ...details, code } })),
  };
  return reply.code(refused.status).type("application/json; charset=utf-8").send(body);
}
