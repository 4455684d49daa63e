// §7 Auth, §4 Login gating, reading.md §7: log-in, refresh, log-out and the current user.
import type { FastifyInstance } from "fastify";
import { Users } from "#domain/people/users.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { isCustomerPage } from "#domain/accounts/customer-type.ts";
import type { AppServices } from "#server/context.ts";
import { logIn, type LogInPage } from "#server/features/accounts/log-in.ts";
import { readMe, updateMe } from "#server/features/accounts/me.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { deviceCookie, getRequestOrigin, getSession } from "#server/request.ts";
import { createSecurityEntry } from "#server/security-log/request-events.ts";
import { leaveSupportOfFamily } from "#server/auth/gating/leave-support.ts";
import { assertNoConflictingSession } from "#server/auth/conflicting-session.ts";
import { endSessionOfToken, rotateSession } from "#server/auth/sessions.ts";
import {
  clearCookies,
  getRefreshTtlMs,
  hashDeviceToken,
  parseAuthMode,
  getRefreshToken,
  sendTokens,
  startSession,
} from "#server/auth/token-reply.ts";

const json = "application/json; charset=utf-8";

function parseLogInPage(value: unknown): LogInPage {
  if (value === undefined || value === null) return null;
  if (value === "partner" || isCustomerPage(value)) return value;
  return throwInvalidPayload('"page" must be partner, commercial, government or school-college-university.');
}

export function sessionRoutes(app: FastifyInstance, services: AppServices): void {
  /** No external log-in providers. */
  app.get("/auth", (_request, reply) => reply.send({ data: [], disableDefault: false }));

  app.post("/auth/login", async (request, reply) => {
    const { email, password, mode: requestedMode, otp, page: requestedPage } = parseRow(request.body);
    const mode = parseAuthMode(requestedMode);
    const page = parseLogInPage(requestedPage);
    if (typeof email !== "string" || typeof password !== "string") throwInvalidPayload("Send email and password.");
    if (checkField({ name: "email", field: Users.fields.email, value: email }) !== undefined)
      throwInvalidPayload("Send a valid email.");
    if (page !== null)
      await assertNoConflictingSession({ services, request, page: page === "partner" ? page : "customer" });
    const origin = getRequestOrigin(request);
    const session = await logIn({ services, email, password, otp: typeof otp === "string" ? otp : null, page, origin });
    return startSession({ services, request, reply, mode, session });
  });

  app.post("/auth/refresh", async (request, reply) => {
    const { mode: requestedMode, refresh_token: bodyToken } = parseRow(request.body);
    // As in the CMS: a call that names neither mode nor token refreshes the cookie.
    const mode = parseAuthMode(requestedMode, bodyToken ? "json" : "cookie");
    const token = await getRefreshToken({ services, request, mode });
    const origin = getRequestOrigin(request);
    const { sql, config } = services;
    const { secret } = config;
    const now = services.clock();
    const onReuse = (account: string): void =>
      services.securityLog.record({ ...createSecurityEntry({ request, kind: "session_reused", now }), account });
    const lifeMs = getRefreshTtlMs(mode);
    const deviceHashes = hashDeviceToken({ services, token: request.cookies[deviceCookie] });
    const refresh = await rotateSession({ sql, secret, token, origin, lifeMs, deviceHashes, now, onReuse });
    return sendTokens({ services, reply, mode, refresh });
  });

  app.post("/auth/logout", async (request, reply) => {
    const mode = parseAuthMode(parseRow(request.body)["mode"], "cookie");
    const token = await getRefreshToken({ services, request, mode });
    const family = await endSessionOfToken({ sql: services.sql, token, now: services.clock() });
    if (family) await leaveSupportOfFamily({ services, origin: getRequestOrigin(request), family });
    clearCookies({ services, request, reply });
    return reply.code(204).send();
  });

  app.get("/users/me", async (request, reply) => {
    const session = await getSession({ services, request });
    if (session.actor.id === null) throwApiError("INVALID_CREDENTIALS");
    const text = await readMe({ services, session, queryText: request.url.split("?")[1] ?? "" });
    return reply.type(json).send(`{"data":${text}}`);
  });

  app.patch("/users/me", async (request, reply) => {
    const session = await getSession({ services, request });
    if (session.actor.id === null) throwApiError("INVALID_CREDENTIALS");
    await updateMe({ services, session, origin: getRequestOrigin(request), payload: parseRow(request.body) });
    const text = await readMe({ services, session, queryText: request.url.split("?")[1] ?? "" });
    return reply.type(json).send(`{"data":${text}}`);
  });
}
