// §7 Auth, §4 Login gating, reading.md §7: log in, refresh, log out, and who one is.
import type { FastifyInstance } from "fastify";
import { isCustomerPage } from "#domain/rules/customer-kind.ts";
import type { House } from "#server/context.ts";
import { logIn, type LogInPage } from "#server/features/session/log-in.ts";
import { readMe, updateMe } from "#server/features/session/me.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { refuseOtherSide } from "#server/services/other-side.ts";
import { closeSession, rotateSession } from "#server/services/sessions.ts";
import {
  clearCookies,
  lifeOf,
  modeOf,
  refreshTokenOf,
  sendTokens,
  startSession,
} from "#server/services/token-reply.ts";

const json = "application/json; charset=utf-8";

function pageOf(value: unknown): LogInPage {
  if (value === undefined || value === null) return null;
  if (value === "partner" || isCustomerPage(value)) return value;
  return refusePayload('"page" must be partner, commercial, government or school-college-university.');
}

export function sessionRoutes(app: FastifyInstance, house: House): void {
  /** No other providers than our own. */
  app.get("/auth", (_request, reply) => reply.send({ data: [], disableDefault: false }));

  app.post("/auth/login", async (request, reply) => {
    const { email, password, mode: asked, otp, page: from } = rowOf(request.body);
    const mode = modeOf(asked);
    const page = pageOf(from);
    if (typeof email !== "string" || typeof password !== "string") refusePayload("Send email and password.");
    if (page !== null) await refuseOtherSide({ house, request, page: page === "partner" ? page : "customer" });
    const origin = originOf(request);
    const session = await logIn({ house, email, password, otp: typeof otp === "string" ? otp : null, page, origin });
    return startSession({ house, request, reply, mode, session });
  });

  app.post("/auth/refresh", async (request, reply) => {
    const mode = modeOf(rowOf(request.body)["mode"]);
    const token = await refreshTokenOf({ house, request, mode });
    const origin = originOf(request);
    const refresh = await rotateSession({ sql: house.sql, token, origin, lifeMs: lifeOf(mode), now: house.clock() });
    return sendTokens({ house, request, reply, mode, refresh });
  });

  app.post("/auth/logout", async (request, reply) => {
    const mode = modeOf(rowOf(request.body)["mode"], "cookie");
    const token = await refreshTokenOf({ house, request, mode });
    await closeSession({ sql: house.sql, token, now: house.clock() });
    clearCookies({ request, reply });
    return reply.code(204).send();
  });

  app.get("/users/me", async (request, reply) => {
    const session = await sessionOf({ house, request });
    if (session.who.id === null) refuse("INVALID_CREDENTIALS");
    const text = await readMe({ house, session, queryText: request.url.split("?")[1] ?? "" });
    return reply.header("cache-control", "no-cache").type(json).send(`{"data":${text}}`);
  });

  app.patch("/users/me", async (request, reply) => {
    const session = await sessionOf({ house, request });
    if (session.who.id === null) refuse("INVALID_CREDENTIALS");
    await updateMe({ house, session, origin: originOf(request), payload: rowOf(request.body) });
    const text = await readMe({ house, session, queryText: request.url.split("?")[1] ?? "" });
    return reply.type(json).send(`{"data":${text}}`);
  });
}
